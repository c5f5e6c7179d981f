import { DayColumn, FoldedColumn, RegisteredRow, TextColumn } from '@portal/service-kit';
import { Entity } from 'typeorm';

/** The table of samples: its search columns. The document itself is stored in `body`. */
@Entity('sample')
export class SampleRow extends RegisteredRow {
  @TextColumn(70) applicantName: string | null;
  /** Written by the document kit: the folded form of the name, which is used to compare names. */
  @FoldedColumn() applicantNameFolded: string | null;
  @DayColumn() fromDate: string | null;
}
