import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { PrintLayout } from '@portal/contract-kit';
import { badRequest, callerOf, Internal, notFound } from '@portal/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PrintFileRow } from './print-file.entity.ts';
import { Prints } from './prints.service.ts';

const LONGEST_WAIT_MS = 10_000;
/** A form that is not stored shows many documents, so its caller may wait for longer. */
const LONGEST_WAIT_UNSTORED_MS = 20_000;

/** Gives document services the prints that they requested. */
@ApiExcludeController()
@Internal()
@Controller('internal/renders')
export class PrintsController {
  constructor(private readonly prints: Prints) {}

  @Get(':key')
  async fetch(@Param('key') key: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<StreamableFile> {
    return this.send(await this.prints.find(key), reply);
  }

  /**
   * For a service whose caller waits: draws a missing print from the layout in the body, before the prints that only the queue requests. The response is
   * delayed for up to `wait`.
   */
  @Post(':key')
  @HttpCode(200)
  async ask(
    @Param('key') key: string,
    @Query('wait') wait = '0',
    @Body() layout: PrintLayout,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return this.send(await this.prints.ask(key, layout, Math.min(waitIn(wait), LONGEST_WAIT_MS), reply.request.id), reply);
  }

  /** For a service whose caller waits: draws a form that is not stored. The response is delayed for up to `wait`. */
  @Post()
  @HttpCode(200)
  async draw(@Query('wait') wait = '0', @Body() layout: PrintLayout, @Req() request: FastifyRequest): Promise<StreamableFile> {
    const service = (callerOf(request) ?? '').replace(/^svc-/, '');
    const pdf = await this.prints.drawUnstored(layout, service, Math.min(waitIn(wait), LONGEST_WAIT_UNSTORED_MS), request.id);
    if (!pdf) throw notFound('print');
    return new StreamableFile(pdf, { type: 'application/pdf', length: pdf.byteLength });
  }

  private async send(print: PrintFileRow | undefined, reply: FastifyReply): Promise<StreamableFile> {
    if (!print) throw notFound('print');
    reply.header('ETag', `"${print.blob}"`);
    return new StreamableFile(await this.prints.content(print), {
      type: 'application/pdf',
      length: print.size,
    });
  }
}

function waitIn(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw badRequest('BAD_VALUE', 'wait', 'Give the wait in milliseconds');
  return Number(text);
}
