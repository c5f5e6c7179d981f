/** Tables of the words of names. */
import { Entity, PrimaryColumn } from 'typeorm';
import { CodeColumn, UtcColumn } from '../database/columns.ts';

/** Longer words are found by so many of their first letters. */
export const longestWord = 70;

/** A word in the names on a document, as names are compared. Drafts have none. */
@Entity('document_name_word')
export class DocumentNameWordRow {
  @PrimaryColumn({ type: 'varchar', length: 36 }) documentId: string;
  @PrimaryColumn({ type: 'varchar', length: longestWord }) word: string;
  @CodeColumn(40, { nullable: false }) kind: string;
  /** The agency whose staff may see the document. */
  @CodeColumn(70, { nullable: false }) agencyCode: string;
}

/** How far the words of documents of an earlier release have been written. */
@Entity('name_words_filled')
export class NameWordsFilledRow {
  @PrimaryColumn({ type: 'varchar', length: 40 }) kind: string;
  @UtcColumn({ nullable: false }) startedAt: Date;
  /** Documents up to this id are done. */
  @CodeColumn(36, { nullable: false }) lastId: string;
  /** Every document has its words. */
  @UtcColumn() completeAt: Date | null;
  /** No instance of an earlier release has written since. */
  @UtcColumn() settledAt: Date | null;
}
