import { DayColumn, FoldedColumn, RegisteredRow, TextColumn } from '@portal/service-kit';
import { Entity } from 'typeorm';

/** The search columns of a sample; the document itself is `body`. */
@Entity('sample')
export class SampleRow extends RegisteredRow {
  @TextColumn(70) applicantName: string | null;
  /** Written by the document kit: the form in which names are compared. */
  @FoldedColumn() applicantNameFolded: string | null;
  @DayColumn() fromDate: string | null;
}
