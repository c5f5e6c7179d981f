import { IntColumn, UtcColumn } from '@portal/service-kit';
import { Entity, PrimaryColumn } from 'typeorm';

/** A document from which data was erased. Prints of its earlier versions are not kept; the row is deleted with the document. */
@Entity('outdated_prints')
export class OutdatedPrintsRow {
  @PrimaryColumn({ type: 'varchar', length: 60 }) documentId: string;
  /** The version that the erasure has made; 0 where the message did not name it, as for a group, whose form shows versions of several documents. */
  @IntColumn() version: number;
  /** When svc-media learned of the last erasure. */
  @UtcColumn() at: Date;
}
