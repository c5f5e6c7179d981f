import { CodeColumn, DayColumn, IntColumn, JsonColumn, TextColumn, UtcColumn } from '@portal/service-kit';
import { Entity, PrimaryColumn } from 'typeorm';
import type { LaneTableStatus } from '../../contract/index.ts';

/** A version of a decision table. */
@Entity('lane_table')
export class LaneTableRow {
  @PrimaryColumn({ type: 'varchar', length: 36 }) id: string;
  @CodeColumn(40, { nullable: false }) code: string;
  @IntColumn({ nullable: false }) number: number;
  /** Counter of the changes of this row, for optimistic locking. */
  @IntColumn({ nullable: false }) version: number;
  @CodeColumn(20, { nullable: false }) status: LaneTableStatus;
  /** The table, encrypted because a condition may contain a passport number. */
  @JsonColumn() content: object;
  @DayColumn({ nullable: false }) effectiveFrom: string;
  /** Subjects of the accounts that wrote it. None of them may put it in force. */
  @JsonColumn() authors: string[];
  @TextColumn(200) changedBy: string;
  @UtcColumn({ nullable: false }) changedAt: Date;
  @TextColumn(200) approvedBy: string | null;
  @UtcColumn() approvedAt: Date | null;
  @TextColumn(200) withdrawnBy: string | null;
  @UtcColumn() withdrawnAt: Date | null;
  @TextColumn(500) withdrawal: string | null;
}

/** A single row that counts the changes of all tables and watch lists, so that each instance knows when its cache is out of date. */
@Entity('lane_revision')
export class LaneRevisionRow {
  @PrimaryColumn({ type: 'varchar', length: 20 }) id: string;
  @IntColumn({ nullable: false }) revision: number;
}

/** A rule (or an officer) that sent a declaration to the red lane. Lists find, and the board counts, declarations by these rows. */
@Entity('lane_hit')
export class LaneHitRow {
  @PrimaryColumn({ type: 'varchar', length: 36 }) documentId: string;
  /** The name of the rule, as `laneRuleOf` of the contract returns it. */
  @PrimaryColumn({ type: 'varchar', length: 60 }) rule: string;
  /** `YES` where an officer has moved the declaration to the other lane, `NO` otherwise. */
  @CodeColumn(3, { nullable: false }) overridden: string;
}

/** A person on a watch list. */
@Entity('watch_list_entry')
export class WatchListEntryRow {
  @PrimaryColumn({ type: 'varchar', length: 36 }) id: string;
  @CodeColumn(40, { nullable: false }) list: string;
  /** Passport, or name and birth date, and a note, encrypted. */
  @JsonColumn() content: object;
  @TextColumn(200) addedBy: string;
  @UtcColumn({ nullable: false }) addedAt: Date;
}

/** A trial of a table on past declarations. */
@Entity('lane_trial')
export class LaneTrialRow {
  @PrimaryColumn({ type: 'varchar', length: 36 }) id: string;
  @CodeColumn(36, { nullable: false }) tableId: string;
  @IntColumn({ nullable: false }) tableVersion: number;
  @DayColumn({ nullable: false }) fromDay: string;
  @DayColumn({ nullable: false }) toDay: string;
  @CodeColumn(20, { nullable: false }) status: 'RUNNING' | 'DONE';
  @IntColumn() total: number;
  /** The results up to `lastId`, from which another instance can continue. */
  @JsonColumn() found: object;
  @CodeColumn(36) lastId: string | null;
  @TextColumn(200) startedBy: string;
  @UtcColumn({ nullable: false }) startedAt: Date;
  @UtcColumn() finishedAt: Date | null;
}
