import { Inject, Injectable } from '@nestjs/common';
import { L, type ListResult, listResult } from '@portal/contract-kit';
import { Audit } from '../audit/audit.ts';
import type { Call } from '../auth/actor.ts';
import { Clock, dateTime } from '../clock.ts';
import { Database } from '../database/database.ts';
import { OutboxRow } from '../database/kit.entities.ts';
import { Idempotency, type RememberAnswer } from '../documents/idempotency.ts';
import { conflict, notFound } from '../http/problems.ts';
import { MessageRow, messageStates } from '../messages/message.entities.ts';
import type { JobQueue } from '../queue/queue.ts';
import { AuditedList, type RowList } from '../search/row-search.ts';
import { type SearchFields, sortable, textField, timeField } from '../search/search-query.ts';
import { type JobAnswer, reasonIn } from './job-reason.ts';
import { QUEUE } from './relay.ts';

/** Number of waiting and of failed jobs of one topic. */
export interface TopicState {
  topic: string;
  waiting: number;
  /** Seconds for which the oldest waiting job has been waiting. */
  oldestSeconds: number;
  failed: number;
}

/** A job that failed its last attempt. Its payload is not shown, because it may be personal. */
export interface FailedJob {
  id: string;
  topic: string;
  /** `YYYY-MM-DDTHH:mm:ss` in UTC. */
  createdAt: string;
  reason: string;
  /** Id of the request that caused the job. */
  requestId: string | null;
}

const states = { waiting: 0, done: 1, failed: 2 } as const;

const fields: SearchFields = {
  topic: { ...textField('topic'), operations: ['EQ', 'IN'] },
  createdAt: sortable(timeField('createdAt'), []),
  requestId: { ...textField('requestId'), operations: ['EQ', 'IN'] },
};

/** Returns the message of an error without what must stay inside the service: SQL statements, paths and addresses. */
export const withoutInternals = (reason: string): string =>
  reason
    .split('\n', 1)[0]
    .replace(/\b(select|insert|update|delete|replace)\b\s.*$/i, '…')
    .replace(/\b[a-z][a-z+.-]*:\/\/\S+/gi, '…')
    .replace(/(^|[\s'"(=])[\w.@-]*(?:[\\/][\w.@-]+){2,}/g, '$1…')
    .slice(0, 200);

const list: RowList<OutboxRow, FailedJob> = {
  kind: 'job',
  entity: OutboxRow,
  fields,
  newestBy: 'id',
  columns: [],
  // The page of the jobs reads this list four times a minute, and neither a payload nor a recipient is in it.
  recorded: 'never',
  within: (query) => query.andWhere('d.state = :failed', { failed: states.failed }),
  publish: ({ id, topic, createdAt, lastError, requestId }) => ({
    id,
    topic,
    createdAt: dateTime(createdAt),
    reason: withoutInternals(lastError ?? ''),
    requestId,
  }),
};

/** The jobs that this service has handed out, for operators: lists those that wait or failed, and retries or dismisses those that failed. */
@Injectable()
export class Jobs {
  /** The list of jobs that failed. */
  readonly failed: AuditedList<OutboxRow, FailedJob>;

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly audit: Audit,
    private readonly idempotency: Idempotency,
    @Inject(QUEUE) private readonly queue: JobQueue,
  ) {
    this.failed = new AuditedList(db, clock, audit, list);
  }

  /** Returns the number of waiting and failed jobs by topic, and of messages by channel. */
  async topics(): Promise<ListResult<TopicState>> {
    const rows = await this.db.reader
      .createQueryBuilder(OutboxRow, 'o')
      .select('o.topic', 'topic')
      .addSelect('o.state', 'state')
      .addSelect('count(*)', 'number')
      .addSelect('min(o.availableAt)', 'oldest')
      .where('o.state in (:...states)', { states: [states.waiting, states.failed] })
      .groupBy('o.topic')
      .addGroupBy('o.state')
      .getRawMany<{ topic: string; state: number | string; number: number | string; oldest: Date | string }>();
    const messages = await this.db.reader
      .createQueryBuilder(MessageRow, 'm')
      .select("concat('message.', m.channel)", 'topic')
      .addSelect('m.state', 'state')
      .addSelect('count(*)', 'number')
      .addSelect('min(m.createdAt)', 'oldest')
      .where('m.state in (:...open)', { open: [messageStates.waiting, messageStates.failed, messageStates.returned] })
      .groupBy('m.channel')
      .addGroupBy('m.state')
      .getRawMany<(typeof rows)[number]>();
    const now = this.clock.now().getTime();
    const topics = new Map<string, TopicState>();
    for (const { topic, state, number, oldest } of [...rows, ...messages]) {
      const of = topics.get(topic) ?? { topic, waiting: 0, oldestSeconds: 0, failed: 0 };
      if (Number(state) !== states.waiting) of.failed += Number(number);
      else {
        of.waiting = Number(number);
        of.oldestSeconds = Math.max(0, Math.round((now - timeOf(oldest)) / 1_000));
      }
      topics.set(topic, of);
    }
    return listResult([...topics.values()].sort((a, b) => a.topic.localeCompare(b.topic)));
  }

  /**
   * Retries a failed job, once for each idempotency key. @throws 404; 409 where the job did not fail, or another call was faster; 422 without a reason
   */
  async retry(id: string, body: unknown, call: Call): Promise<JobAnswer> {
    return this.idempotency.answerOnce<JobAnswer>(call, body, async (remember) => {
      const { topic, reason } = await this.failedOne(id, body, call);
      // The queue still holds the failed job, and would not accept it again.
      await this.queue.forget({ id, topic });
      const again = { state: states.waiting, owner: null, leaseUntil: new Date(0), attempts: 0, lastError: null };
      return this.settle(id, call, remember, 'job-retry', { topic, reason }, again);
    });
  }

  /** Dismisses a failed job for good. @throws as `retry` */
  async dismiss(id: string, body: unknown, call: Call): Promise<JobAnswer> {
    return this.idempotency.answerOnce<JobAnswer>(call, body, async (remember) => {
      const { topic, reason } = await this.failedOne(id, body, call);
      return this.settle(id, call, remember, 'job-dismissal', { topic, reason }, { state: states.done });
    });
  }

  private async failedOne(id: string, body: unknown, call: Call): Promise<{ topic: string; reason: string }> {
    const reason = reasonIn(body, call);
    const row = await this.db.reader.findOne(OutboxRow, { select: { id: true, topic: true, state: true }, where: { id } });
    if (!row) throw notFound('job');
    if (row.state !== states.failed) throw notFailed();
    return { topic: row.topic, reason };
  }

  private async settle(
    id: string,
    call: Call,
    remember: RememberAnswer<JobAnswer>,
    action: string,
    details: object,
    change: Partial<OutboxRow>,
  ): Promise<JobAnswer> {
    const answer = { model: { id } };
    await this.db.write(async (tx) => {
      await remember(tx, answer);
      const { affected } = await tx.update(OutboxRow, { id, state: states.failed }, change);
      if (!affected) throw notFailed();
      await this.audit.add(tx, call, { action, kind: 'job', documentId: id, details });
    });
    return answer;
  }
}

const notFailed = () => conflict('ACTION_NOT_ALLOWED', L('This job has not failed, or is being done again', 'Esta tarefa não falhou, ou está a ser repetida'));

/** Converts a time from the database. Some drivers return a Date; for SQLite it is the stored text. */
const timeOf = (at: Date | string): number => (at instanceof Date ? at.getTime() : Date.parse(`${at.replace(' ', 'T')}Z`));
