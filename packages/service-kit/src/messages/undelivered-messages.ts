import { Injectable } from '@nestjs/common';
import { L } from '@portal/contract-kit';
import { In } from 'typeorm';
import { Audit } from '../audit/audit.ts';
import type { Call } from '../auth/actor.ts';
import { Clock, dateTime } from '../clock.ts';
import { afterCommit } from '../database/after-commit.ts';
import { Database } from '../database/database.ts';
import { conflict, inWords, notFound } from '../http/problems.ts';
import { reasonIn } from '../outbox/job-reason.ts';
import { withoutInternals } from '../outbox/jobs.ts';
import { RecordedList } from '../search/row-search.ts';
import { type SearchFields, sortable, textField, timeField } from '../search/search-query.ts';
import { type Channel, MessageRow, messageStates } from './message.entities.ts';
import { eventNames, type MessageEvent } from './message-events.ts';
import { MessageSender } from './message-sender.ts';

/** A message to a person that did not arrive. To whom it went is not shown. */
export interface UndeliveredMessage {
  id: string;
  channel: Channel;
  /** What it tells of, in the reader's language. */
  label: string;
  createdAt: string;
  /** `FAILED`: no server took it. `RETURNED`: it came back afterwards. */
  state: 'FAILED' | 'RETURNED';
  /** What the server said; addresses in it are hidden. */
  reason: string;
  requestId: string | null;
  /** Whether its letter is still there. A code that is out of date, and mail that came back late, have none any more. */
  mayRetry: boolean;
}

const fields: SearchFields = {
  channel: { ...textField('channel'), operations: ['EQ', 'IN'] },
  createdAt: sortable(timeField('createdAt'), []),
  requestId: { ...textField('requestId'), operations: ['EQ', 'IN'] },
};

const undelivered = [messageStates.failed, messageStates.returned];

/** The messages of this service that did not arrive, for operators. They are seen on their documents too. */
@Injectable()
export class UndeliveredMessages {
  readonly list: RecordedList<MessageRow, UndeliveredMessage>;

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly audit: Audit,
    private readonly sender: MessageSender,
  ) {
    this.list = new RecordedList(db, clock, audit, {
      kind: 'job',
      entity: MessageRow,
      fields,
      columns: [],
      within: (query) => query.andWhere('d.state in (:...states)', { states: undelivered }),
      publish: (row, { language }) => ({
        id: row.id,
        channel: row.channel as Channel,
        label: inWords(eventNames[row.event as MessageEvent] ?? row.event, language),
        createdAt: dateTime(row.createdAt),
        state: row.state === messageStates.returned ? 'RETURNED' : 'FAILED',
        reason: withoutInternals(row.reason ?? ''),
        requestId: row.requestId,
        mayRetry: sender.hasLetter(row),
      }),
    });
  }

  /**
   * Has a message sent again, to the same address and with the same Message-ID. It is tried as long as a new one. Of two calls at once one is refused, so there is one hand-over.
   * @throws 404; 409 where it has no letter any more, did not fail, or somebody else was faster; 422 without a reason
   */
  async retry(id: string, body: unknown, call: Call): Promise<{ model: { id: string } }> {
    const { row, reason } = await this.find(id, body, call);
    if (!this.sender.hasLetter(row)) throw noLetter();
    const now = this.clock.now();
    const again = { state: messageStates.waiting, attempts: 0, dueAt: now, retriedAt: now, sentAt: null, reason: null, claim: null, claimedUntil: 0 };
    return this.settle(row, call, 'message-retry', reason, again);
  }

  /** Gives a message up: it is not sent again, and only the masked address is kept of it. @throws as `retry` */
  async dismiss(id: string, body: unknown, call: Call): Promise<{ model: { id: string } }> {
    const { row, reason } = await this.find(id, body, call);
    return this.settle(row, call, 'message-dismissal', reason, { state: messageStates.dismissed, content: this.sender.lastContent(row) });
  }

  private async find(id: string, body: unknown, call: Call): Promise<{ row: MessageRow; reason: string }> {
    const reason = reasonIn(body, call);
    const row = await this.db.reader.findOne(MessageRow, { where: { id } });
    if (!row) throw notFound('message');
    if (!undelivered.some((state) => state === row.state)) throw notUndelivered();
    return { row, reason };
  }

  private async settle({ id, event, channel }: MessageRow, call: Call, action: string, reason: string, change: object): Promise<{ model: { id: string } }> {
    await this.db.write(async (tx) => {
      const { affected } = await tx.update(MessageRow, { id, state: In(undelivered) }, change);
      if (!affected) throw notUndelivered();
      await this.audit.add(tx, call, { action, kind: 'job', documentId: id, details: { event, channel, reason } });
      afterCommit(tx, () => this.sender.wake());
    });
    return { model: { id } };
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
