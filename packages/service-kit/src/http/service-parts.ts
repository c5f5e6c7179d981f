import { Inject, Injectable, Optional } from '@nestjs/common';
import { Database } from '../database/database.ts';
import { log } from '../logging.ts';
import { checkMail } from '../messages/mail-transport.ts';
import { QUEUE } from '../outbox/relay.ts';
import type { JobQueue } from '../queue/queue.ts';
import { ServiceSettings } from '../settings/settings.ts';
import { PART_CHECKS, type PartCheck, PartStates } from './parts.ts';

/** How long the state of the mail server is cached, in milliseconds: each check opens a connection, and Prometheus asks every service. */
const REMEMBER_MAIL_MS = 25_000;

/** The parts that a service depends on: its database, its queue, the servers that send messages, and the parts that it provides as `PART_CHECKS`. */
@Injectable()
export class ServiceParts extends PartStates {
  constructor(db: Database, settings: ServiceSettings, @Inject(QUEUE) queue: JobQueue, @Optional() @Inject(PART_CHECKS) more: readonly PartCheck[] = []) {
    const { nodeEnv, smtpUrl, smsUrl, redisUrl } = settings;
    const files = nodeEnv === 'production' ? 'off' : 'files';
    const checks: PartCheck[] = [
      { part: 'database', detail: db.engine, check: () => db.reading.query('select 1') },
      { part: 'queue', detail: redisUrl ? 'redis' : 'embedded', check: () => queue.check() },
      { part: 'mail', detail: smtpUrl ? 'smtp' : files, rememberMs: REMEMBER_MAIL_MS, ...(smtpUrl ? { check: () => checkMail(settings) } : {}) },
      // No test message is sent, so the check always succeeds.
      { part: 'sms', detail: smsUrl ? 'http' : files, ...(smsUrl ? { check: async () => undefined } : {}) },
      ...more,
    ];
    super(checks, (part, reason) => log().warn({ part, reason }, 'a part does not work'));
  }
}
