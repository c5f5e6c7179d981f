import { Controller, Get, Inject, Param, Query, Res, StreamableFile } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { badRequest, Internal, notFound } from '@portal/service-kit';
import type { FastifyReply } from 'fastify';
import { Prints } from './prints.service.ts';

const LONGEST_WAIT_MS = 10_000;

/** For document services: the prints they asked for. */
@ApiExcludeController()
@Internal()
@Controller('internal/renders')
export class PrintsController {
  constructor(@Inject(Prints) private readonly prints: Prints) {}

  /** With `wait` the call is held until the print is there, so that nobody has to ask again and again. */
  @Get(':key')
  async fetch(@Param('key') key: string, @Query('wait') wait: string | undefined, @Res({ passthrough: true }) reply: FastifyReply): Promise<StreamableFile> {
    if (wait !== undefined && !/^\d{1,6}$/.test(wait)) throw badRequest('BAD_VALUE', 'wait', 'Give the wait in milliseconds');
    const print = await this.prints.find(key, Math.min(Number(wait ?? 0), LONGEST_WAIT_MS));
    if (!print) throw notFound('print');
    reply.header('ETag', `"${print.blob}"`);
    return new StreamableFile(await this.prints.content(print), {
      type: 'application/pdf',
      length: print.size,
    });
  }
}
