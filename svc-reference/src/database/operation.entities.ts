import { CodeColumn, IdColumn, IntColumn, TextColumn, UtcColumn } from '@portal/service-kit';
import { Entity } from 'typeorm';

/** A backup that was written, or a restore that was tried out. The commands record it (`infra/backup`). */
@Entity('operation_run')
export class OperationRunRow {
  @IdColumn() id: string;
  @CodeColumn(20) kind: 'backup' | 'drill';
  @UtcColumn() endedAt: Date;
  /** Of which moment the backup is. */
  @UtcColumn() takenAt: Date;
  @IntColumn() seconds: number;
  /** What it found, in figures. */
  @TextColumn(500) note: string;
}
