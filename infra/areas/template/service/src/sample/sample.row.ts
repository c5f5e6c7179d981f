import { DayColumn, DocumentRow, TextColumn } from '@portal/service-kit';
import { Entity } from 'typeorm';

/** A sample as lists search it; the document itself is `body`. */
@Entity('sample')
export class SampleRow extends DocumentRow {
  @TextColumn(70) applicantName: string | null;
  @DayColumn() fromDate: string | null;
}
