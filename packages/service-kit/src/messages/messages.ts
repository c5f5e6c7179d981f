/**
 * Messages to people. Each is a row that is written in the transaction of its cause, so that either both exist or neither does. `MessageSender` sends it
 * afterwards.
 */
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { dayMs, L, latinDigits } from '@portal/contract-kit';
import { type EntityManager, In, MoreThan, MoreThanOrEqual, Not } from 'typeorm';
import { Clock, startOfDay } from '../clock.ts';
import { afterCommit } from '../database/after-commit.ts';
import { Database } from '../database/database.ts';
import { insertRow } from '../database/insert.ts';
import { BlindIndex } from '../encryption/blind-index.ts';
import { Encryption } from '../encryption/encryption.ts';
import { unavailable } from '../http/problems.ts';
import { log } from '../logging.ts';
import { ServiceSettings } from '../settings/settings.ts';
import { letterContext } from './contexts.ts';
import type { Letter } from './letter.ts';
import { type Channel, MessageRow, messageStates, type WaitingContent } from './message.entities.ts';
import { applicantEvents } from './message-events.ts';
import { MessageSender } from './message-sender.ts';

/** A way to reach a person. */
export interface Recipient {
  channel: Channel;
  /** An e-mail address, or a telephone number. */
  to: string;
}

export interface NewMessage {
  /** The history entry, reminder or request that the message is about. With channel and address it determines the message's id. */
  eventId: string;
  recipient: Recipient;
  letter: Letter;
  kind?: string;
  documentId?: string;
  groupId?: string;
  /** Minutes after which the message is useless. */
  minutes?: number;
  /** Whether the call that causes the message came without signing in. Only so many of these messages go to one recipient. */
  isPublic?: boolean;
  requestId?: string;
}

/** Number of messages that wait, and number of messages that failed or came back. */
export interface MessageCounts {
  waiting: number;
  failed: number;
  /** Seconds since the oldest waiting message was written. */
  oldestSeconds: number;
}

/**
 * Maximum number of messages in 24 hours that calls without signing in cause to one recipient: anybody can register documents with anybody's address. A hotel or
 * a travel agency that registers its guests with its own address stays below it.
 */
const mostPublic = 100;
/**
 * Maximum number of one-time codes in a day to one recipient, over all documents. Codes do not count among the other messages: a flood of registrations must not
 * keep the codes from their reader.
 */
const mostCodes = 20;

/**
 * Returns the mailbox of an address: `ana+portal@example.org` is delivered to `ana@example.org`. A telephone has one number, however it is written: its digits
 * without the leading `00`, which means the same as a plus.
 */
export const mailboxOf = ({ channel, to }: Recipient): Recipient => ({
  channel,
  to: channel === 'email' ? to.replace(/^([^+@]+)\+[^@]*@/, '$1@') : latinDigits(to).replace(/\D/g, '').replace(/^00/, ''),
});

const hex = (bytes: Buffer): string => bytes.toString('hex');

@Injectable()
export class Messages {
  constructor(
    private readonly db: Database,
    private readonly settings: ServiceSettings,
    private readonly clock: Clock,
    private readonly encryption: Encryption,
    private readonly index: BlindIndex,
    private readonly sender: MessageSender,
  ) {}

  /** Returns whether messages can be sent over this channel at all. In production that needs a server; in development messages become files. */
  isOpen(channel: Channel): boolean {
    const { nodeEnv, smtpUrl, smsUrl } = this.settings;
    return nodeEnv !== 'production' || Boolean(channel === 'email' ? smtpUrl : smsUrl);
  }

  /** Checks that at least one of these recipients can be reached. @throws 503 where none can */
  requireOpen(recipients: readonly Recipient[]): void {
    if (!recipients.some(({ channel }) => this.isOpen(channel)))
      throw unavailable(L('Codes cannot be sent just now', 'Não é possível enviar códigos neste momento'), 60);
  }

  /** Computes the id of a message. The same event, channel and recipient always have the same id. */
  idOf({ eventId, recipient: { channel, to } }: Pick<NewMessage, 'eventId' | 'recipient'>): string {
    const digest = this.index.digest('message', `${eventId} ${channel} ${to}`) as string;
    const bytes = createHash('sha256').update(digest).digest().subarray(0, 16);
    return [bytes.subarray(0, 4), bytes.subarray(4, 6), bytes.subarray(6, 8), bytes.subarray(8, 10), bytes.subarray(10)].map(hex).join('-');
  }

  /** Computes the digest by which the messages to a recipient are counted. */
  private countedAs(recipient: Recipient): string | null {
    const { channel, to } = mailboxOf(recipient);
    return this.index.digest('message-recipient', `${channel} ${to}`);
  }

  /** Returns whether a recipient has got fewer one-time codes today than one recipient may get. */
  async mayGetCode(tx: EntityManager, recipient: Recipient): Promise<boolean> {
    const publicRecipient = this.countedAs(recipient) as string;
    const createdAt = MoreThanOrEqual(startOfDay(this.clock.today()));
    return (await tx.countBy(MessageRow, { publicRecipient, event: 'code', createdAt })) < mostCodes;
  }

  /**
   * Adds a message, if its channel can be used and its recipient has not got too many messages of calls without signing in.
   * @throws QueryFailedError for a message that exists already
   */
  async add(tx: EntityManager, { eventId, recipient, letter, kind, documentId, groupId, minutes, isPublic, requestId }: NewMessage): Promise<void> {
    const { channel, to } = recipient;
    if (!this.isOpen(channel)) return;
    const now = this.clock.now();
    const isCode = letter.event === 'code';
    const publicRecipient = isPublic || isCode ? this.countedAs(recipient) : null;
    if (publicRecipient && !isCode) {
      const lately = await tx.countBy(MessageRow, { publicRecipient, event: Not('code'), createdAt: MoreThan(new Date(now.getTime() - dayMs)) });
      if (lately >= mostPublic) return log().info({ requestId, kind }, 'no message: its recipient got too many from calls without signing in');
    }
    const id = this.idOf({ eventId, recipient });
    const content: WaitingContent = { to, letter };
    await insertRow(tx, MessageRow, {
      id,
      eventId,
      event: letter.event,
      channel,
      kind,
      documentId,
      groupId,
      content: this.encryption.encryptJson(content, letterContext(id)),
      state: messageStates.waiting,
      attempts: 0,
      createdAt: now,
      dueAt: now,
      expiresAt: minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000),
      claimedUntil: 0,
      publicRecipient,
      requestId,
    });
    afterCommit(tx, () => this.sender.wake());
  }

  /**
   * Removes the texts and the applicant's address from the messages about a document, in the transaction that erases the address from the document. Those that
   * wait or did not arrive are dismissed. Messages to officials stay.
   */
  async eraseAddresses(tx: EntityManager, documentId: string): Promise<void> {
    const { sent, delivered, dismissed } = messageStates;
    // The sender may change the state at the same moment.
    const state = () => `case when state in (${sent}, ${delivered}) then ${delivered} else ${dismissed} end`;
    for (const row of await tx.findBy(MessageRow, { documentId, event: In(applicantEvents) }))
      await tx.update(MessageRow, { id: row.id }, { state, content: this.sender.lastContent(row) as never, publicRecipient: null });
  }

  /** Returns those of these events that have a message already. */
  async known(eventIds: readonly string[]): Promise<Set<string>> {
    const rows = eventIds.length ? await this.db.reader.find(MessageRow, { select: { eventId: true }, where: { eventId: In([...eventIds]) } }) : [];
    return new Set(rows.map(({ eventId }) => eventId));
  }

  /** Counts the messages, for the metrics and for administrators. */
  async counts(): Promise<MessageCounts> {
    const { reader } = this.db;
    const [waiting, failed, oldest] = await Promise.all([
      reader.countBy(MessageRow, { state: messageStates.waiting }),
      reader.countBy(MessageRow, { state: In([messageStates.failed, messageStates.returned]) }),
      reader.findOne(MessageRow, { select: { id: true, createdAt: true }, where: { state: messageStates.waiting }, order: { createdAt: 'ASC' } }),
    ]);
    return { waiting, failed, oldestSeconds: oldest ? Math.max(0, this.clock.now().getTime() - oldest.createdAt.getTime()) / 1000 : 0 };
  }
}
