import { Entity } from 'typeorm';
import { CodeColumn, DayColumn, IdColumn } from '../database/columns.ts';

/** The record that remains of an erased document. It shows that the document existed, and identifies no person. */
@Entity('erased_document')
export class ErasedDocumentRow {
  @IdColumn() id: string;
  @CodeColumn(40) kind: string;
  @CodeColumn(40) documentCode: string;
  /** Reference number of the document, which is never issued again; null for a draft. */
  @CodeColumn(60) reference: string | null;
  /** The last status of the document. */
  @CodeColumn(40) documentStatus: string;
  @DayColumn() registeredOn: string;
  @DayColumn() erasedOn: string;
}
