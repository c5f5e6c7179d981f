import { Injectable } from '@nestjs/common';
import { L } from '@portal/contract-kit';
import { In } from 'typeorm';
import { Audit } from '../audit/audit.ts';
import type { Call } from '../auth/actor.ts';
import { Clock, dateTime } from '../clock.ts';
import { afterCommit } from '../database/after-commit.ts';
import { Database } from '../database/database.ts';
import { Idempotency, type RememberAnswer } from '../documents/idempotency.ts';
import { conflict, localise, notFound } from '../http/problems.ts';
import { type JobAnswer, reasonIn } from '../outbox/job-reason.ts';
import { withoutInternals } from '../outbox/jobs.ts';
import { AuditedList } from '../search/row-search.ts';
import { type SearchFields, sortable, textField, timeField } from '../search/search-query.ts';
import { type Channel, MessageRow, messageStates } from './message.entities.ts';
import { eventNames, type MessageEvent } from './message-events.ts';
import { MessageSender } from './message-sender.ts';

/** A message to a person that did not arrive. Its recipient is not shown. */
export interface UndeliveredMessage {
  id: string;
  channel: Channel;
  /** Name of the event that the message is about, in the reader's language. */
  label: string;
  createdAt: string;
  /** `FAILED`: no server accepted it. `RETURNED`: it came back afterwards. */
  state: 'FAILED' | 'RETURNED';
  /** What the server answered, with addresses masked. */
  reason: string;
  requestId: string | null;
  /** Whether the text of the message still exists. An expired code, and mail that came back late, have no text any more. */
  mayRetry: boolean;
}

const fields: SearchFields = {
  channel: { ...textField('channel'), operations: ['EQ', 'IN'] },
  createdAt: sortable(timeField('createdAt'), []),
  requestId: { ...textField('requestId'), operations: ['EQ', 'IN'] },
};

const undelivered = [messageStates.failed, messageStates.returned];

/** The messages of this service that did not arrive, for operators. Officials also see them on the documents. */
@Injectable()
export class UndeliveredMessages {
  readonly list: AuditedList<MessageRow, UndeliveredMessage>;

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly audit: Audit,
    private readonly idempotency: Idempotency,
    private readonly sender: MessageSender,
  ) {
    this.list = new AuditedList(db, clock, audit, {
      kind: 'job',
      entity: MessageRow,
      fields,
      columns: [],
      // The page of the jobs reads this list four times a minute, and neither a payload nor a recipient is in it.
      recorded: 'never',
      within: (query) => query.andWhere('d.state in (:...states)', { states: undelivered }),
      publish: (row, { language }) => ({
        id: row.id,
        channel: row.channel as Channel,
        label: localise(eventNames[row.event as MessageEvent] ?? row.event, language),
        createdAt: dateTime(row.createdAt),
        state: row.state === messageStates.returned ? 'RETURNED' : 'FAILED',
        reason: withoutInternals(row.reason ?? ''),
        requestId: row.requestId,
        mayRetry: sender.hasLetter(row),
      }),
    });
  }

  /**
   * Sends a message again, once for each idempotency key, to the same address and with the same Message-ID. It is tried for as long as a new message. If two calls arrive at once, one is
   * refused, so the message is sent once.
   * @throws 404; 409 where the text no longer exists, the message did not fail, or another call was faster; 422 without a reason
   */
  async retry(id: string, body: unknown, call: Call): Promise<JobAnswer> {
    return this.idempotency.answerOnce<JobAnswer>(call, body, async (remember) => {
      const { row, reason } = await this.find(id, body, call);
      if (!this.sender.hasLetter(row)) throw noLetter();
      const now = this.clock.now();
      const again = { state: messageStates.waiting, attempts: 0, dueAt: now, retriedAt: now, sentAt: null, reason: null, claim: null, claimedUntil: 0 };
      return this.settle(row, call, remember, 'message-retry', reason, again);
    });
  }

  /** Dismisses a message: it is not sent again, and only its masked address is kept. @throws as `retry` */
  async dismiss(id: string, body: unknown, call: Call): Promise<JobAnswer> {
    return this.idempotency.answerOnce<JobAnswer>(call, body, async (remember) => {
      const { row, reason } = await this.find(id, body, call);
      return this.settle(row, call, remember, 'message-dismissal', reason, { state: messageStates.dismissed, content: this.sender.lastContent(row) });
    });
  }

  private async find(id: string, body: unknown, call: Call): Promise<{ row: MessageRow; reason: string }> {
    const reason = reasonIn(body, call);
    const row = await this.db.reader.findOne(MessageRow, { where: { id } });
    if (!row) throw notFound('message');
    if (!undelivered.some((state) => state === row.state)) throw notUndelivered();
    return { row, reason };
  }

  private async settle(
    { id, event, channel }: MessageRow,
    call: Call,
    remember: RememberAnswer<JobAnswer>,
    action: string,
    reason: string,
    change: object,
  ): Promise<JobAnswer> {
    const answer = { model: { id } };
    await this.db.write(async (tx) => {
      await remember(tx, answer);
      const { affected } = await tx.update(MessageRow, { id, state: In(undelivered) }, change);
      if (!affected) throw notUndelivered();
      await this.audit.add(tx, call, { action, kind: 'job', documentId: id, details: { event, channel, reason } });
      afterCommit(tx, () => this.sender.wake());
    });
    return answer;
  }
}

const notUndelivered = () =>
  conflict('ACTION_NOT_ALLOWED', L('This message has arrived, or is being sent again', 'Esta mensagem chegou, ou está a ser enviada de novo'));
const noLetter = () =>
  conflict(
    'ACTION_NOT_ALLOWED',
    L(
      'The text of this message is not kept any more, so it cannot be sent again',
      'O texto desta mensagem já não está guardado, por isso não pode ser enviada de novo',
    ),
  );
