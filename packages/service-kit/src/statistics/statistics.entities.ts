/** Tables of the statistics: counters, changes that are not added to them yet, and how far they were compared with the documents. */
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CodeColumn, IdColumn, IntColumn, UtcColumn } from '../database/columns.ts';

/** A counter. See `Cell`. */
@Entity('statistic')
export class StatisticRow {
  @PrimaryColumn({ type: 'varchar', length: 40 }) kind: string;
  @PrimaryColumn({ type: 'varchar', length: 2 }) series: string;
  @PrimaryColumn({ type: 'varchar', length: 128 }) who: string;
  @PrimaryColumn({ type: 'varchar', length: 13 }) at: string;
  @PrimaryColumn({ type: 'varchar', length: 70 }) agency: string;
  @PrimaryColumn({ type: 'varchar', length: 128 }) a: string;
  @PrimaryColumn({ type: 'varchar', length: 70 }) b: string;
  @PrimaryColumn({ type: 'varchar', length: 70 }) c: string;
  @IntColumn() number: number;
}

/** What one transaction changed. It counts from its commit on, and is added to the counters later. */
@Entity('statistic_change')
export class StatisticChangeRow {
  @IdColumn() id: string;
  @CodeColumn(40) kind: string;
  /** JSON of facts. */
  @Column({ type: 'text', nullable: true }) facts: string;
}

/** How far the counters of a kind were compared with its documents. */
@Entity('statistic_check')
export class StatisticCheckRow {
  @PrimaryColumn({ type: 'varchar', length: 40 }) kind: string;
  /** Incremented by every correction. */
  @IntColumn() generation: number;
  @UtcColumn() startedAt: Date;
  /** When every day was compared last; null before the first time. */
  @UtcColumn() completeAt: Date | null;
  /** Every day was compared since no earlier release can have written. */
  @UtcColumn() settledAt: Date | null;
}

export const statisticsEntities = [StatisticRow, StatisticChangeRow, StatisticCheckRow];
