/** Tables for the words in names. */
import { Entity, PrimaryColumn } from 'typeorm';
import { CodeColumn, DayColumn, TextColumn, UtcColumn } from '../database/columns.ts';

/** Maximum number of letters stored of a word; the rest of a longer word is cut off. */
export const longestWord = 70;

/** Maximum length of the column with all words of a document, because MySQL limits the length of the index. */
export const longestNames = 250;

/** A word in the names on a document, in the form in which names are compared. Drafts have no words. */
@Entity('document_name_word')
export class DocumentNameWordRow {
  @PrimaryColumn({ type: 'varchar', length: 36 }) documentId: string;
  @PrimaryColumn({ type: 'varchar', length: longestWord }) word: string;
  @CodeColumn(40, { nullable: false }) kind: string;
  /** The agency whose staff may see the document. */
  @CodeColumn(70, { nullable: false }) agencyCode: string;
  /**
   * All words of the document, with a blank before and after each. Null where an earlier release wrote the row, and where the text is longer than
   * `longestNames`.
   */
  @TextColumn(longestNames) names: string | null;
  /**
   * Values by which lists are filtered in combination with a name: the status, and the columns and the day of the first of the kind's totals (`listTotals`).
   */
  @CodeColumn(40) documentStatus: string | null;
  @CodeColumn(70) detail1: string | null;
  @CodeColumn(70) detail2: string | null;
  @CodeColumn(70) detail3: string | null;
  @DayColumn() day: string | null;
}

/** Progress of writing the words for documents of an earlier release. */
@Entity('name_words_filled')
export class NameWordsFilledRow {
  @PrimaryColumn({ type: 'varchar', length: 40 }) kind: string;
  @UtcColumn({ nullable: false }) startedAt: Date;
  /** Id of the last document that was processed in the present run. */
  @CodeColumn(36, { nullable: false }) lastId: string;
  /** Start of the first complete run, after which every document has its words; null before. */
  @UtcColumn() completeAt: Date | null;
  /** Start of the last complete run, after which no instance of an earlier release can write any more; null before. */
  @UtcColumn() settledAt: Date | null;
}
