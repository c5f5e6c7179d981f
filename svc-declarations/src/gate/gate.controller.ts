import { Body, Controller, Get, Header, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { L } from '@portal/contract-kit';
import { Answers, badRequest, type Call, CurrentCall, Repeatable, Roles, ref } from '@portal/service-kit';
import type { GateCase, GateOutcome, GatePass, GateVerdict } from '../../contract/index.ts';
import { GateCheck } from './gate.check.ts';
import { GateDecisions } from './gate.decisions.ts';
import { GatePasses, isDeviceKey } from './gate.pass.ts';

const READ = 'traveller-declaration-read';
const ARRIVAL = 'traveller-declaration-arrival';

/** Serves the gate: checks codes, records arrivals, and accepts the decisions that devices took offline. */
@ApiTags('gate')
@Controller('v1/gate')
export class GateController {
  constructor(
    private readonly checks: GateCheck,
    private readonly decisions: GateDecisions,
    private readonly passes: GatePasses,
  ) {}

  @Post('check')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @Roles(READ, 'departure-declaration-read')
  @ApiOperation({ summary: 'What a code or a typed reference is, and whose; a reference proves nothing' })
  @ApiBody({ required: true, schema: ref('GateQuestion') })
  @Answers('GateVerdict')
  check(@Body() body: { text?: unknown }, @CurrentCall() call: Call): Promise<GateVerdict> {
    const { text } = body ?? {};
    if (typeof text !== 'string' || !text.trim() || text.length > 2_000)
      throw badRequest('BAD_VALUE', 'text', L('Send a code or a reference', 'Envie um código ou uma referência'));
    return this.checks.check(text.trim(), call);
  }

  @Post('pass')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @Roles(ARRIVAL)
  @ApiOperation({ summary: 'What a device takes along for a shift, to go on without a connection; the device signs with its key' })
  @ApiBody({ required: true, schema: ref('GatePassRequest') })
  @Answers('GatePass')
  pass(@Body() body: { key?: unknown }, @CurrentCall() call: Call): Promise<GatePass> {
    const { kty, crv, x, y } = (body?.key ?? {}) as Record<string, unknown>;
    const key = { kty, crv, x, y };
    if (!isDeviceKey(key)) throw badRequest('BAD_VALUE', 'key', L('key is a public key of P-256, as JWK', 'key é uma chave pública de P-256, como JWK'));
    return this.passes.issue(key, call);
  }

  @Post('decisions')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @Roles(ARRIVAL)
  @ApiOperation({ summary: 'Records an arrival or a referral; the same key again is the same decision' })
  @ApiBody({ required: true, schema: ref('GateDecision') })
  @Answers('GateOutcome')
  decide(@Body() body: unknown, @CurrentCall() call: Call): Promise<GateOutcome> {
    return this.decisions.decide(body, call);
  }

  @Post('reconciliation')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @Roles(ARRIVAL)
  @ApiOperation({ summary: 'Takes in the decisions of a device that had no connection; what does not agree becomes a case' })
  @ApiBody({ required: true, schema: ref('GateReconciliation') })
  @Answers('GateOutcomes')
  reconcile(@Body() body: unknown, @CurrentCall() call: Call): Promise<{ records: GateOutcome[]; totalRecords: number }> {
    return this.decisions.reconcile(body, call);
  }

  @Get('cases')
  @Header('Cache-Control', 'private, no-store')
  @Roles(READ)
  @ApiOperation({ summary: 'Decisions of gates that did not agree with one another or with the declaration, newest first' })
  @ApiQuery({ name: 'state', required: false, enum: ['OPEN', 'CLOSED'] })
  @Answers('GateCases')
  cases(@Query('state') state: string | undefined, @CurrentCall() call: Call): Promise<{ records: GateCase[]; totalRecords: number }> {
    if (state !== undefined && state !== 'OPEN' && state !== 'CLOSED')
      throw badRequest('BAD_VALUE', 'state', L('state is OPEN or CLOSED', 'state é OPEN ou CLOSED'));
    return this.decisions.cases(state ?? 'OPEN', call);
  }

  @Post('cases/:key/close')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @Roles('traveller-declaration-decision', 'traveller-declaration-supervise')
  @ApiOperation({ summary: 'Closes a case, with what was found' })
  @Repeatable()
  @ApiBody({ required: true, schema: ref('GateClosing') })
  @Answers('GateCase')
  close(@Param('key') key: string, @Body() body: unknown, @CurrentCall() call: Call): Promise<GateCase> {
    return this.decisions.close(key, body, call);
  }
}
