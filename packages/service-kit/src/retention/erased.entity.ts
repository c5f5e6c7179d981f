import { Entity } from 'typeorm';
import { CodeColumn, DayColumn, IdColumn } from '../database/columns.ts';

/** What is left of an erased document: that there was one. Nobody can be told from it. */
@Entity('erased_document')
export class ErasedDocumentRow {
  @IdColumn() id: string;
  @CodeColumn(40) kind: string;
  @CodeColumn(40) documentCode: string;
  /** Its number, which is never given out again; null for a draft. */
  @CodeColumn(60) reference: string | null;
  /** The status it ended in. */
  @CodeColumn(40) documentStatus: string;
  @DayColumn() registeredOn: string;
  @DayColumn() erasedOn: string;
}
