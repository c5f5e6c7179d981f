/** Tables of the words in names. */
import { Entity, PrimaryColumn } from 'typeorm';
import { CodeColumn, DayColumn, TextColumn, UtcColumn } from '../database/columns.ts';

/** Letters of a word that are stored: of a longer word, the first ones. */
export const longestWord = 70;

/** Letters of all names of a document that are stored; no document has more. MySQL limits the length of the index. */
export const longestNames = 250;

/** A word in the names on a document, as names are compared. Drafts have none. */
@Entity('document_name_word')
export class DocumentNameWordRow {
  @PrimaryColumn({ type: 'varchar', length: 36 }) documentId: string;
  @PrimaryColumn({ type: 'varchar', length: longestWord }) word: string;
  @CodeColumn(40, { nullable: false }) kind: string;
  /** The agency whose staff may see the document. */
  @CodeColumn(70, { nullable: false }) agencyCode: string;
  /** All words of the document, each between blanks. Null where an earlier release wrote the row, and where they are too long. */
  @TextColumn(longestNames) names: string | null;
  /** What lists are filtered by together with a name: the status, and the columns and the day of the first of the kind's totals (`listTotals`). */
  @CodeColumn(40) documentStatus: string | null;
  @CodeColumn(70) detail1: string | null;
  @CodeColumn(70) detail2: string | null;
  @CodeColumn(70) detail3: string | null;
  @DayColumn() day: string | null;
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
