import { CodeColumn, DayColumn, FlagColumn, IntColumn, JsonColumn, TextColumn, UtcColumn } from '@portal/service-kit';
import { Entity, PrimaryColumn } from 'typeorm';
import type { FieldValue } from '../catalogue/field-kinds.ts';
import type { Period, RecordState } from '../catalogue/periods.ts';

@Entity('catalogue_record')
export class CatalogueRow {
  @PrimaryColumn({ type: 'varchar', length: 60 }) catalogue: string;
  @PrimaryColumn({ type: 'varchar', length: 70 }) code: string;
  @TextColumn(500) name: string;
  @JsonColumn() names: Record<string, string>;
  @JsonColumn({ name: 'fields' }) values: Record<string, FieldValue>;
  /** The first day of the first period, whose content the columns above hold; null: it has always been so. */
  @DayColumn() effectiveFrom: string | null;
  /** The last day on which it can be chosen. */
  @DayColumn() effectiveTo: string | null;
  /** The periods after the first one. */
  @JsonColumn() later: Period[] | null;
  /** Place in the list. */
  @IntColumn() position: number;
  @FlagColumn() retired: boolean;
  /** An administrator has created or changed it, so the country pack no longer overwrites it. */
  @FlagColumn() administered: boolean;
  @IntColumn() version: number;
  /** The revision of the catalogue that wrote it: other instances read only what is newer than their copy. */
  @IntColumn() revision: number | null;
  @UtcColumn() updatedAt: Date;
  @TextColumn(200) updatedBy: string;
}

export type ChangeAction = 'create' | 'change' | 'retire' | 'restore' | 'revert' | 'import';

/** A version of a record. Its history begins with the version before the first change of an administrator. */
@Entity('catalogue_version')
export class CatalogueVersionRow {
  @PrimaryColumn({ type: 'varchar', length: 60 }) catalogue: string;
  @PrimaryColumn({ type: 'varchar', length: 70 }) code: string;
  @PrimaryColumn({ type: 'int' }) version: number;
  /** `before`: what an administrator found. */
  @CodeColumn(20) action: ChangeAction | 'before';
  @JsonColumn() state: RecordState;
  @UtcColumn() changedAt: Date;
  @TextColumn(200) changedBy: string;
  @TextColumn(200) approvedBy: string | null;
  @TextColumn(500) reason: string | null;
}

/** A change of a record that is to be made. */
export interface RecordChange {
  code: string;
  action: ChangeAction;
  /** The version that it changes; 0 makes a new record. */
  version: number;
  before: RecordState | null;
  after: RecordState;
}

export type ProposalStatus = 'WAITING' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN';

/** Changes that wait for a second person. */
@Entity('catalogue_proposal')
export class CatalogueProposalRow {
  @PrimaryColumn({ type: 'varchar', length: 36 }) id: string;
  @IntColumn() version: number;
  @CodeColumn(60) catalogue: string;
  /** Null where it changes several records. */
  @CodeColumn(70) code: string | null;
  @CodeColumn(20) action: ChangeAction;
  @CodeColumn(20) status: ProposalStatus;
  @JsonColumn() changes: RecordChange[];
  @IntColumn() size: number;
  @TextColumn(500) reason: string | null;
  /** Who wrote it: this person may not approve it. */
  @CodeColumn(128) proposedSub: string;
  @TextColumn(200) proposedBy: string;
  @UtcColumn() proposedAt: Date;
  @TextColumn(200) decidedBy: string | null;
  @UtcColumn() decidedAt: Date | null;
  @TextColumn(500) decision: string | null;
}

/** Incremented with every change of a catalogue, so that each instance notices that its copy is stale. */
@Entity('catalogue_revision')
export class CatalogueRevisionRow {
  @PrimaryColumn({ type: 'varchar', length: 60 }) catalogue: string;
  @IntColumn() revision: number;
}

/** What was seeded last. Its one row is also the lock for instances that start together. */
@Entity('seed_state')
export class SeedStateRow {
  @PrimaryColumn({ type: 'int' }) id: number;
  @CodeColumn(64) hash: string;
  @UtcColumn() at: Date;
}
