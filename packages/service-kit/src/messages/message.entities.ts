import { type Language } from '@portal/contract-kit';
/** Tables of the messages that a service sends to people. */
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CodeColumn, DayColumn, FlagColumn, IdColumn, IntColumn, JsonColumn, TextColumn, UtcColumn } from '../database/columns.ts';
import type { EncryptedJson } from '../encryption/encryption.ts';
import type { Letter } from './letter.ts';

export type Channel = 'email' | 'sms';

/**
 * State of a message. It is a number, because it is the first column of an index. The text of a `sent` message still exists, because the mail may come back; a
 * `delivered` message has no text any more. A message that did not arrive is `dismissed` when an operator decides not to send it again, or its address is
 * erased.
 */
export const messageStates = { waiting: 0, sent: 1, failed: 2, returned: 3, delivered: 4, dismissed: 5 } as const;

/** The content of a message while it may still have to be sent: the address and the text. */
export interface WaitingContent {
  to: string;
  letter: Letter;
}
/** The content that is kept afterwards: the address, with most of it masked. */
export interface SentContent {
  sentTo: string;
}

/** A message to one person. It is written in the transaction of its cause, and sent once, after the commit. */
@Entity('message')
export class MessageRow {
  /** Computed from event, channel and recipient, so the same message cannot be written twice. */
  @IdColumn() id: string;
  /** The history entry, reminder or request that the message is about. */
  @CodeColumn(100) eventId: string;
  @CodeColumn(20) event: string;
  @CodeColumn(5) channel: string;
  @CodeColumn(40) kind: string | null;
  /** The document that the message is about. The message is erased with the document. */
  @CodeColumn(36) documentId: string | null;
  /** The group, where the message is about all documents of a group together. */
  @CodeColumn(36) groupId: string | null;
  @JsonColumn() content: WaitingContent | SentContent | EncryptedJson;
  @IntColumn() state: number;
  @IntColumn() attempts: number;
  @UtcColumn({ nullable: false }) createdAt: Date;
  /** Time before which the message is not tried again. For a sent message: the time when its text is deleted. */
  @UtcColumn({ nullable: false }) dueAt: Date;
  /** Time after which the message is useless. */
  @UtcColumn() expiresAt: Date | null;
  /** Id of the claim of the instance that is sending the message. `claimedUntil` is the end of the claim, in seconds by the clock of the database. */
  @CodeColumn(36) claim: string | null;
  @Column({ type: 'bigint' }) claimedUntil: number;
  /** When an operator sent the message again. */
  @UtcColumn() retriedAt: Date | null;
  /** When a server accepted the message. */
  @UtcColumn() sentAt: Date | null;
  /** Why the message was not sent, or why it came back. Addresses in this text are masked. */
  @TextColumn(300) reason: string | null;
  /** Digest of the recipient, if the message is a one-time code, or the call that caused it came without signing in: these messages are counted. */
  @CodeColumn(80) publicRecipient: string | null;
  /** Id of the request that caused the message. */
  @CodeColumn(80) requestId: string | null;
}

/** The kinds of messages about a document that its applicant has turned off. */
@Entity('message_choice')
export class MessageChoiceRow {
  /** The document's id. */
  @PrimaryColumn({ type: 'varchar', length: 36 }) documentId: string;
  @FlagColumn() news: boolean;
  @FlagColumn() reminders: boolean;
  @UtcColumn() at: Date;
}

/** A person's request to be told when a day of travel may be declared. */
@Entity('travel_day_wish')
export class TravelDayWishRow {
  /** Computed from kind, day and mailbox. */
  @IdColumn() id: string;
  @CodeColumn(40) kind: string;
  @DayColumn() travelDay: string;
  /** The day on which the person is told. */
  @DayColumn() opensOn: string;
  @JsonColumn() content: { to: string; language: Language } | EncryptedJson;
  @UtcColumn() createdAt: Date;
}

export const messageEntities = [MessageRow, MessageChoiceRow, TravelDayWishRow];
