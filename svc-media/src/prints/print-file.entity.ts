import { CodeColumn, IntColumn, UtcColumn } from '@portal/service-kit';
import { Entity, PrimaryColumn } from 'typeorm';

/** A drawn form, stored under the key that the document service gave it. */
@Entity('print_file')
export class PrintFileRow {
  /** SHA-256 of the key. */
  @PrimaryColumn({ type: 'varchar', length: 64 }) id: string;
  /** The first two parts of the key: service and document. */
  @CodeColumn(40) service: string;
  @CodeColumn(60) documentId: string;
  @IntColumn() size: number;
  @CodeColumn(36, { nullable: false }) blob: string;
  @UtcColumn() createdAt: Date;
}
