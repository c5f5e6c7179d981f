/** Tables of the statistics: the counters, changes that have not been added to them yet, and the progress of comparing them with the documents. */
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CodeColumn, IdColumn, IntColumn, UtcColumn } from '../database/columns.ts';

/** A counter; see `Cell`. */
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

/** What one transaction changed. It counts from the commit on, and is added to the counters later. */
@Entity('statistic_change')
export class StatisticChangeRow {
  @IdColumn() id: string;
  @CodeColumn(40) kind: string;
  /** JSON list of facts (`Fact`). */
  @Column({ type: 'text', nullable: true }) facts: string;
}

/** Progress of comparing the counters of a kind with its documents. */
@Entity('statistic_check')
export class StatisticCheckRow {
  @PrimaryColumn({ type: 'varchar', length: 40 }) kind: string;
  /** Incremented by every correction. */
  @IntColumn() generation: number;
  @UtcColumn() startedAt: Date;
  /** Start of the last complete comparison of every day; null before the first. */
  @UtcColumn() completeAt: Date | null;
  /** Start of the last complete comparison that began when no earlier release could write any more; null before the first. */
  @UtcColumn() settledAt: Date | null;
}

export const statisticsEntities = [StatisticRow, StatisticChangeRow, StatisticCheckRow];
