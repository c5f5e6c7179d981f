import { Body, Controller, Delete, Get, Header, HttpCode, Inject, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { ListResult } from '@portal/contract-kit';
import type { FastifyReply } from 'fastify';
import type { Call } from '../auth/actor.ts';
import { CurrentCall } from '../auth/auth.guard.ts';
import { type AnyDocuments, DOCUMENTS } from '../documents/documents.ts';
import { Answers, AnswersList, Repeatable, TakesBody } from '../http/openapi-parts.ts';
import { type OwnTabs, OwnTabsOfLists } from './own-tabs.ts';
import { type SavedView, SavedViews } from './views.ts';

/** The lists that officials have saved. */
@ApiTags('saved views')
@Controller('v1/views')
export class ViewsController {
  constructor(
    private readonly views: SavedViews,
    private readonly tabs: OwnTabsOfLists,
    @Inject(DOCUMENTS) private readonly documents: readonly AnyDocuments[],
  ) {}

  @Get()
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: "An official's own views, and those shared with their roles" })
  @ApiQuery({ name: 'list', required: false, description: 'Only the views of this list' })
  @AnswersList()
  all(@Query('list') list: unknown, @CurrentCall() call: Call): Promise<ListResult<SavedView>> {
    return this.views.all(list, call);
  }

  @Post()
  @ApiOperation({ summary: 'Saves a view' })
  @Repeatable()
  @TakesBody('SavedView')
  @Answers('SavedViewAnswer', 'The view', 201)
  async add(@Body() body: unknown, @CurrentCall() call: Call, @Res({ passthrough: true }) reply: FastifyReply): Promise<{ model: SavedView }> {
    const { status, body: answer } = await this.views.add(this.documents, body, call);
    reply.status(status).header('Cache-Control', 'private, no-store');
    return answer;
  }

  @Get('tabs')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'Which tab of a list the caller opens first, and the order of the views' })
  @ApiQuery({ name: 'list' })
  @Answers('OwnTabsAnswer')
  ownTabs(@Query('list') list: unknown, @CurrentCall() call: Call): Promise<{ model: OwnTabs }> {
    return this.tabs.of(list, call);
  }

  @Put('tabs')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'Keeps them' })
  @TakesBody('OwnTabs')
  @Answers('OwnTabsAnswer')
  keepTabs(@Body() body: unknown, @CurrentCall() call: Call): Promise<{ model: OwnTabs }> {
    return this.tabs.keep(body, call);
  }

  @Put(':id')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'Changes a view; only its owner does' })
  @TakesBody('SavedView')
  @Answers('SavedViewAnswer')
  change(@Param('id') id: string, @Body() body: unknown, @CurrentCall() call: Call): Promise<{ model: SavedView }> {
    return this.views.change(this.documents, id, body, call);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Deletes a view; only its owner does' })
  remove(@Param('id') id: string, @CurrentCall() call: Call): Promise<void> {
    return this.views.remove(id, call);
  }
}
