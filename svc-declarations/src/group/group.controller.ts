/** The calls of groups. A concrete controller names its path. */
import { Body, Get, Header, Headers, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiQuery } from '@nestjs/swagger';
import { Answers, AnswersImage, AnswersPdf, type Call, CurrentCall, Repeatable, sendCodeImage, sendPdf, TakesBody } from '@portal/service-kit';
import type { FastifyReply } from 'fastify';
import type { GroupEnvelope } from '../../contract/index.ts';
import type { DeclarationGroups } from './group.service.ts';

export abstract class GroupController {
  protected constructor(private readonly groups: DeclarationGroups) {}

  @Post()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'Registers 1 to 40 travellers, all or none: each is what all share, with their own fields over it' })
  @Repeatable()
  @TakesBody('GroupRegistration')
  @Answers('GroupAnswer', 'The group with its members', 201)
  async register(@Body() body: unknown, @CurrentCall() call: Call, @Res({ passthrough: true }) reply: FastifyReply): Promise<GroupEnvelope> {
    const answer = await this.groups.register(body, call);
    reply.status(answer.status);
    return answer.body;
  }

  @Get(':id/document')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'A group with its members' })
  @Answers('GroupAnswer', 'The group with its members')
  load(@Param('id') id: string, @CurrentCall() call: Call): Promise<GroupEnvelope> {
    return this.groups.load(id, call);
  }

  @Post(':id/members')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'Adds one person, who shares what the others share; the body holds their own fields' })
  @Repeatable()
  @TakesBody('GroupMemberFields')
  @Answers('GroupAnswer', 'The group with its members', 201)
  async add(
    @Param('id') id: string,
    @Body() body: unknown,
    @CurrentCall() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<GroupEnvelope> {
    const answer = await this.groups.add(id, body, call);
    reply.status(answer.status);
    return answer.body;
  }

  @Post(':id/actions/:action')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: "Does an action on the named members, on all of them or on none: an official's, or `leave` by whoever registered the group" })
  @Repeatable()
  @TakesBody('GroupAction')
  @Answers('GroupAnswer', 'The group with its members')
  async perform(@Param('id') id: string, @Param('action') action: string, @Body() body: unknown, @CurrentCall() call: Call): Promise<GroupEnvelope> {
    return (await this.groups.perform(id, action, body, call)).body;
  }

  @Get(':id/qr')
  @ApiOperation({ summary: 'QR image of the group, PNG, or SVG with ?format=svg' })
  @ApiQuery({ name: 'format', required: false, enum: ['png', 'svg'] })
  @AnswersImage()
  async qr(
    @Param('id') id: string,
    @Query('format') format: string | undefined,
    @Headers('if-none-match') known: string | undefined,
    @CurrentCall() call: Call,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const type = format === 'svg' ? 'svg' : 'png';
    sendCodeImage(reply, await this.groups.codeImage(id, type, call), type, known);
  }

  @Get(':id/print-form')
  @ApiOperation({ summary: 'One PDF of the whole group' })
  @AnswersPdf()
  async print(@Param('id') id: string, @CurrentCall() call: Call, @Res() reply: FastifyReply): Promise<void> {
    sendPdf(reply, await this.groups.printedForm(id, call));
  }
}
