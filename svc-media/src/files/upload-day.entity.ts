import { CodeColumn, IntColumn } from '@portal/service-kit';
import { Entity, PrimaryColumn } from 'typeorm';

/** The uploads of one caller on one day. */
@Entity('upload_day')
export class UploadDayRow {
  /** Keyed hash of the day and the caller. */
  @PrimaryColumn({ type: 'varchar', length: 64 }) id: string;
  @CodeColumn(10) day: string;
  @IntColumn() files: number;
  @IntColumn() kilobytes: number;
}
