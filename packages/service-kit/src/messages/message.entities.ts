import { type Language } from '@portal/contract-kit';
/** Tables of the messages that a service sends to people. */
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CodeColumn, DayColumn, FlagColumn, IdColumn, IntColumn, JsonColumn, TextColumn, UtcColumn } from '../database/columns.ts';
import type { EncryptedJson } from '../encryption/encryption.ts';
import type { Letter } from './letter.ts';

export type Channel = 'email' | 'sms';

/**
 * What becomes of a message. A number, because it begins an index. The letter of a `sent` one is still there, because mail may come back; a
 * `delivered` one has no letter any more. An operator has `dismissed` one that did not arrive.
 */
export const messageStates = { waiting: 0, sent: 1, failed: 2, returned: 3, delivered: 4, dismissed: 5 } as const;

/** What is stored of a message as long as it may have to be sent: to whom, and what. */
export interface WaitingContent {
  to: string;
  letter: Letter;
}
/** What stays of it afterwards: the address, most of it hidden. */
export interface SentContent {
  sentTo: string;
}

/** A message to one person: written in the transaction of its cause, sent afterwards, once. */
@Entity('message')
export class MessageRow {
  /** Made of event, channel and recipient: the same message cannot be written twice. */
  @IdColumn() id: string;
  /** The history entry, reminder or request that it tells of. */
  @CodeColumn(100) eventId: string;
  @CodeColumn(20) event: string;
  @CodeColumn(5) channel: string;
  @CodeColumn(40) kind: string | null;
  /** The document that it is about, with which it is erased. */
  @CodeColumn(36) documentId: string | null;
  /** The group whose members it is about together. */
  @CodeColumn(36) groupId: string | null;
  @JsonColumn() content: WaitingContent | SentContent | EncryptedJson;
  @IntColumn() state: number;
  @IntColumn() attempts: number;
  @UtcColumn({ nullable: false }) createdAt: Date;
  /** Not tried again before. Of a sent message: when its letter is deleted. */
  @UtcColumn({ nullable: false }) dueAt: Date;
  /** Of no use afterwards. */
  @UtcColumn() expiresAt: Date | null;
  /** The hand-over in progress, and until when it counts, in seconds by the clock of the database. */
  @CodeColumn(36) claim: string | null;
  @Column({ type: 'bigint' }) claimedUntil: number;
  /** When an operator had it sent again. */
  @UtcColumn() retriedAt: Date | null;
  /** When a server took it. */
  @UtcColumn() sentAt: Date | null;
  /** Why it was not sent, or came back; addresses in it are hidden. */
  @TextColumn(300) reason: string | null;
  /** The request that caused it. */
  @CodeColumn(80) requestId: string | null;
}

/** The messages about a document that its applicant does without. */
@Entity('message_choice')
export class MessageChoiceRow {
  /** The document's id. */
  @PrimaryColumn({ type: 'varchar', length: 36 }) documentId: string;
  @FlagColumn() news: boolean;
  @FlagColumn() reminders: boolean;
  @UtcColumn() at: Date;
}

/** Somebody wants to be told when a day of travel may be declared. */
@Entity('travel_day_wish')
export class TravelDayWishRow {
  /** Made of kind, day and address. */
  @IdColumn() id: string;
  @CodeColumn(40) kind: string;
  @DayColumn() travelDay: string;
  /** The day on which they are told. */
  @DayColumn() opensOn: string;
  @JsonColumn() content: { to: string; language: Language } | EncryptedJson;
  @UtcColumn() createdAt: Date;
}

export const messageEntities = [MessageRow, MessageChoiceRow, TravelDayWishRow];
