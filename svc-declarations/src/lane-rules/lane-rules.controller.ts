import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post, Put, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ListResult } from '@portal/contract-kit';
import { Answers, type Call, CurrentCall, Repeatable, Roles, TakesBody } from '@portal/service-kit';
import type { FastifyReply } from 'fastify';
import type { LaneTables, LaneTableVersion, LaneTrial, WatchListEntry, WatchListSummary } from '../../contract/index.ts';
import { LaneRules } from './lane-rules.service.ts';
import { LaneTrials } from './lane-trials.ts';
import { WatchLists } from './watch-lists.ts';

const WRITE = 'reference-admin';
const READ = [WRITE, 'traveller-declaration-supervise'];

/** Serves the decision tables that determine which arrivals go to the red lane. */
@ApiTags('lane rules')
@Controller('v1/lane-rules')
export class LaneRulesController {
  constructor(
    private readonly rules: LaneRules,
    private readonly trials: LaneTrials,
  ) {}

  @Get()
  @Roles(...READ)
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'The rule of the specification and all versions of all tables; those that decide now are marked' })
  @Answers('LaneTables')
  all(@CurrentCall() call: Call): Promise<LaneTables> {
    return this.rules.all(call);
  }

  @Post()
  @Roles(WRITE)
  @ApiOperation({ summary: 'Writes a table, or a new version of one: a draft' })
  @Repeatable()
  @TakesBody('LaneTable')
  @Answers('LaneTableAnswer', 'The draft', 201)
  async add(@Body() body: unknown, @CurrentCall() call: Call, @Res({ passthrough: true }) reply: FastifyReply): Promise<{ model: LaneTableVersion }> {
    const answer = await this.rules.add(body, call);
    reply.status(answer.status).header('Cache-Control', 'private, no-store');
    return answer.body;
  }

  @Get(':id')
  @Roles(...READ)
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'A version of a table' })
  @Answers('LaneTableAnswer')
  one(@Param('id') id: string, @CurrentCall() call: Call): Promise<{ model: LaneTableVersion }> {
    return this.rules.one(id, call);
  }

  @Put(':id')
  @Roles(WRITE)
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'Changes a draft; the body holds the version seen' })
  @TakesBody('LaneTable')
  @Answers('LaneTableAnswer')
  change(@Param('id') id: string, @Body() body: unknown, @CurrentCall() call: Call): Promise<{ model: LaneTableVersion }> {
    return this.rules.change(id, body, call);
  }

  @Post(':id/actions/put-in-force')
  @HttpCode(200)
  @Roles(WRITE)
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'Puts a draft of somebody else in force, from its day on' })
  @Repeatable()
  @TakesBody('LaneTableAction')
  @Answers('LaneTableAnswer')
  putInForce(@Param('id') id: string, @Body() body: unknown, @CurrentCall() call: Call): Promise<{ model: LaneTableVersion }> {
    return this.rules.putInForce(id, body, call);
  }

  @Post(':id/actions/withdraw')
  @HttpCode(200)
  @Roles(WRITE)
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'Takes a version back at once, with a reason: the one before it decides again' })
  @Repeatable()
  @TakesBody('LaneTableAction')
  @Answers('LaneTableAnswer')
  withdraw(@Param('id') id: string, @Body() body: unknown, @CurrentCall() call: Call): Promise<{ model: LaneTableVersion }> {
    return this.rules.withdraw(id, body, call);
  }

  @Post(':id/trial')
  @HttpCode(200)
  @Roles(WRITE)
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'Tries a version on the declarations of a span of days: how many would change lane. One that takes long is asked for again' })
  @Repeatable()
  @TakesBody('LaneTrialRequest')
  @Answers('LaneTrialAnswer')
  tryOut(@Param('id') id: string, @Body() body: unknown, @CurrentCall() call: Call): Promise<{ model: LaneTrial }> {
    return this.trials.begin(id, body, call);
  }

  @Get(':id/trial')
  @Roles(...READ)
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'The latest trials of a version, the newest first' })
  @Answers('LaneTrials')
  trialsOf(@Param('id') id: string): Promise<ListResult<LaneTrial>> {
    return this.trials.all(id);
  }

  @Get(':id/trial/:trial')
  @Roles(...READ)
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'How far a trial is, and what it has found' })
  @Answers('LaneTrialAnswer')
  trial(@Param('id') id: string, @Param('trial') trial: string): Promise<{ model: LaneTrial }> {
    return this.trials.one(id, trial);
  }
}

/** Serves the watch lists that decision tables can refer to. */
@ApiTags('lane rules')
@Controller('v1/watch-lists')
@Roles(WRITE)
export class WatchListsController {
  constructor(private readonly lists: WatchLists) {}

  @Get()
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'The watch lists, and how many persons each names' })
  @Answers('WatchLists')
  all(): Promise<ListResult<WatchListSummary>> {
    return this.lists.all();
  }

  @Get(':list/entries')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'The entries of a list, newest first; what they are known by is never shown again' })
  @Answers('WatchListEntries')
  entries(@Param('list') list: string, @CurrentCall() call: Call): Promise<ListResult<WatchListEntry>> {
    return this.lists.entries(list, call);
  }

  @Post(':list/entries')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'Adds persons to a list' })
  @Repeatable()
  @TakesBody('WatchListAddition')
  @Answers('WatchListEntries', 'Those that were added', 201)
  add(@Param('list') list: string, @Body() body: unknown, @CurrentCall() call: Call): Promise<ListResult<WatchListEntry>> {
    return this.lists.add(list, body, call);
  }

  @Post(':list/actions/remove')
  @HttpCode(200)
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'Takes persons off a list, by what they are known by' })
  @Repeatable()
  @TakesBody('WatchListAddition')
  @Answers('WatchListRemoval')
  removePersons(@Param('list') list: string, @Body() body: unknown, @CurrentCall() call: Call): Promise<{ model: { removed: number } }> {
    return this.lists.removePersons(list, body, call);
  }

  @Delete(':list/entries/:id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Takes a person off a list' })
  remove(@Param('list') list: string, @Param('id') id: string, @CurrentCall() call: Call): Promise<void> {
    return this.lists.remove(list, id, call);
  }
}
