import { CodeColumn, IdColumn, IntColumn, TextColumn, UtcColumn } from '@portal/service-kit';
import { Entity } from 'typeorm';

/** A backup that was written, or a test of the restore. The commands in `infra/backup` write these rows. */
@Entity('operation_run')
export class OperationRunRow {
  @IdColumn() id: string;
  @CodeColumn(20) kind: 'backup' | 'drill';
  @UtcColumn() endedAt: Date;
  /** The moment whose data the backup contains. */
  @UtcColumn() takenAt: Date;
  @IntColumn() seconds: number;
  /** The result, in figures. */
  @TextColumn(500) note: string;
}
