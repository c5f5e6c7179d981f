/** Messages to people. Each is a row that is written in the transaction of its cause, so that either both are there or none; `MessageSender` hands it over afterwards. */
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { L } from '@portal/contract-kit';
import { type EntityManager, In } from 'typeorm';
import { Clock } from '../clock.ts';
import { afterCommit } from '../database/after-commit.ts';
import { Database } from '../database/database.ts';
import { insertRow } from '../database/insert.ts';
import { BlindIndex } from '../encryption/blind-index.ts';
import { Encryption } from '../encryption/encryption.ts';
import { unavailable } from '../http/problems.ts';
import { ServiceSettings } from '../settings/settings.ts';
import { letterContext } from './contexts.ts';
import type { Letter } from './letter.ts';
import { type Channel, MessageRow, messageStates, type WaitingContent } from './message.entities.ts';
import { MessageSender } from './message-sender.ts';

/** Somebody who can be reached. */
export interface Recipient {
  channel: Channel;
  /** An e-mail address, or a telephone number. */
  to: string;
}

export interface NewMessage {
  /** What it tells of: a history entry, a reminder, a request. With recipient and channel it makes the message's id. */
  eventId: string;
  recipient: Recipient;
  letter: Letter;
  kind?: string;
  documentId?: string;
  groupId?: string;
  /** Minutes after which the message is of no use. */
  minutes?: number;
  requestId?: string;
}

/** How many messages wait, and how many were given up or came back. */
export interface MessageCounts {
  waiting: number;
  failed: number;
  /** How long the oldest waiting message has been due. */
  oldestSeconds: number;
}

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

  /** Whether messages of this kind can be sent at all. In production that needs a server; in development they become files. */
  isOpen(channel: Channel): boolean {
    const { nodeEnv, smtpUrl, smsUrl } = this.settings;
    return nodeEnv !== 'production' || Boolean(channel === 'email' ? smtpUrl : smsUrl);
  }

  /** @throws 503 where none of these people can be reached */
  requireOpen(recipients: readonly Recipient[]): void {
    if (!recipients.some(({ channel }) => this.isOpen(channel)))
      throw unavailable(L('Codes cannot be sent just now', 'Não é possível enviar códigos neste momento'), 60);
  }

  /** The id of a message: the same event, channel and recipient always have the same. */
  idOf({ eventId, recipient: { channel, to } }: Pick<NewMessage, 'eventId' | 'recipient'>): string {
    const digest = this.index.digest('message', `${eventId} ${channel} ${to}`) as string;
    const bytes = createHash('sha256').update(digest).digest().subarray(0, 16);
    return [bytes.subarray(0, 4), bytes.subarray(4, 6), bytes.subarray(6, 8), bytes.subarray(8, 10), bytes.subarray(10)].map(hex).join('-');
  }

  /** Adds a message, where it can be sent. @throws QueryFailedError for a message that is there already */
  async add(tx: EntityManager, { eventId, recipient, letter, kind, documentId, groupId, minutes, requestId }: NewMessage): Promise<void> {
    const { channel, to } = recipient;
    if (!this.isOpen(channel)) return;
    const now = this.clock.now();
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
      requestId,
    });
    afterCommit(tx, () => this.sender.wake());
  }

  /** Which of these events have their messages already. */
  async known(eventIds: readonly string[]): Promise<Set<string>> {
    const rows = eventIds.length ? await this.db.reader.find(MessageRow, { select: { eventId: true }, where: { eventId: In([...eventIds]) } }) : [];
    return new Set(rows.map(({ eventId }) => eventId));
  }

  /** For metrics, and for what administrators see. */
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
