import { Controller, Get, Header, Inject, Optional } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type ListResult, listResult } from '@portal/contract-kit';
import { Roles } from '../auth/auth.guard.ts';
import { Database } from '../database/database.ts';
import { log } from '../logging.ts';
import { checkMail } from '../messages/mail-transport.ts';
import { QUEUE } from '../outbox/relay.ts';
import type { JobQueue } from '../queue/queue.ts';
import { ServiceSettings } from '../settings/settings.ts';
import { AnswersList } from './openapi-parts.ts';
import { PARTS, type PartCheck, type PartState, stateOfPart } from './parts.ts';

/** However often it is asked, parts are asked at most this often. */
const REMEMBER_MS = 5_000;

/** For operators: whether what a service depends on works. */
@ApiTags('parts')
@Controller('v1/parts')
@Roles('jobs-admin')
export class PartsController {
  private last?: { at: number; states: Promise<PartState[]> };

  constructor(
    private readonly db: Database,
    private readonly settings: ServiceSettings,
    @Inject(QUEUE) private readonly queue: JobQueue,
    @Optional() @Inject(PARTS) private readonly more: readonly PartCheck[] = [],
  ) {}

  @Get()
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'The parts that this service depends on, and whether each works now' })
  @AnswersList()
  async parts(): Promise<ListResult<PartState>> {
    if (!this.last || Date.now() - this.last.at > REMEMBER_MS) this.last = { at: Date.now(), states: this.ask() };
    return listResult(await this.last.states);
  }

  private ask(): Promise<PartState[]> {
    const { nodeEnv, smtpUrl, smsUrl, redisUrl } = this.settings;
    const files = nodeEnv === 'production' ? 'off' : 'files';
    const checks: PartCheck[] = [
      { part: 'database', detail: this.db.engine, check: () => this.db.reading.query('select 1') },
      { part: 'queue', detail: redisUrl ? 'redis' : 'embedded', check: () => this.queue.check() },
      { part: 'mail', detail: smtpUrl ? 'smtp' : files, ...(smtpUrl ? { check: () => checkMail(this.settings) } : {}) },
      // No message is sent to try it out.
      { part: 'sms', detail: smsUrl ? 'http' : files, ...(smsUrl ? { check: async () => undefined } : {}) },
      ...this.more,
    ];
    return Promise.all(checks.map((check) => stateOfPart(check, (part, reason) => log().warn({ part, reason }, 'a part does not work'))));
  }
}
