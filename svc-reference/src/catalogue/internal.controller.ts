import { Controller, Get, Headers, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal } from '@portal/service-kit';
import type { FastifyReply } from 'fastify';
import { sendAnswer } from './catalogue.controller.ts';
import { CatalogueStore } from './catalogue-store.ts';

/** Serves the catalogues to other services, which check codes against them. */
@ApiExcludeController()
@Internal()
@Controller('internal/catalogue')
export class InternalCatalogueController {
  constructor(private readonly store: CatalogueStore) {}

  /** Returns a whole catalogue, including retired records. */
  @Get(':name')
  whole(@Param('name') name: string, @Headers('if-none-match') known: string | undefined, @Res() reply: FastifyReply): void {
    const held = this.store.open(name);
    sendAnswer(
      reply,
      this.store.answer(held, 'whole', () => ({ records: held.records, totalRecords: held.records.length })),
      known,
      'private, no-cache',
    );
  }
}
