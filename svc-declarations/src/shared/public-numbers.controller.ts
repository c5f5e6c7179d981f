import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { JsonSchema } from '@portal/contract-kit';
import { Answers, type AnyDocuments, DOCUMENTS, fieldSchemas, notFound, type PublicNumbers, publicNumbers } from '@portal/service-kit';
import { DeclarationSettings } from '../settings.ts';

/** How long the numbers are cached, in ms, because anyone may ask for them. */
const countEveryMs = 60_000;

const { day, count } = fieldSchemas;
const number = { ...count, nullable: true };

export const publicNumbersSchemas: Record<string, JsonSchema> = {
  PublicNumbersAnswer: {
    type: 'object',
    properties: {
      model: {
        type: 'object',
        properties: {
          from: { ...day, description: 'The first of the seven days' },
          to: { ...day, description: 'The last of them: yesterday, where the offices are' },
          registered: { ...number, description: 'Declarations registered; null where they are fewer than 20' },
          onTime: { ...number, description: 'Per cent of the steps that were done by their due date; null where fewer than 20 were done' },
        },
        required: ['from', 'to', 'registered', 'onTime'],
      },
    },
    required: ['model'],
  },
};

/** Serves the two numbers on the public home page. */
@ApiTags('statistics')
@Controller('v1/public-numbers')
export class PublicNumbersController {
  private counted?: { at: number; numbers: Promise<PublicNumbers> };

  constructor(
    @Inject(DOCUMENTS) private readonly documents: readonly AnyDocuments[],
    private readonly settings: DeclarationSettings,
  ) {}

  @Get()
  @Header('Cache-Control', 'public, max-age=60')
  @ApiOperation({
    summary: 'How many declarations were registered in the last seven whole days, and how much of the work was on time',
    description: 'Only where PUBLIC_NUMBERS is on; otherwise 404. No number of fewer than 20 is told.',
  })
  @Answers('PublicNumbersAnswer')
  async numbers(): Promise<{ model: PublicNumbers }> {
    if (!this.settings.publicNumbers) throw notFound('address');
    const now = Date.now();
    if (!this.counted || now - this.counted.at >= countEveryMs) {
      const counted = { at: now, numbers: publicNumbers(this.documents) };
      this.counted = counted;
      counted.numbers.catch(() => {
        if (this.counted === counted) this.counted = undefined;
      });
    }
    return { model: await this.counted.numbers };
  }
}
