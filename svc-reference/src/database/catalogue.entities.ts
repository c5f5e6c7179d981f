import { CodeColumn, DayColumn, FlagColumn, IntColumn, JsonColumn, TextColumn, UtcColumn } from '@portal/service-kit';
import { Entity, PrimaryColumn } from 'typeorm';
import type { ChangeAction, ProposalStatus } from '../../contract/index.ts';
import type { FieldValue } from '../catalogue/field-kinds.ts';
import type { Period, RecordState } from '../catalogue/periods.ts';

@Entity('catalogue_record')
export class CatalogueRow {
  @PrimaryColumn({ type: 'varchar', length: 60 }) catalogue: string;
  @PrimaryColumn({ type: 'varchar', length: 70 }) code: string;
  @TextColumn(500) name: string;
  @JsonColumn() names: Record<string, string>;
  @JsonColumn({ name: 'fields' }) values: Record<string, FieldValue>;
  /** The first day of the first period, whose content is in the columns above; null if it has no beginning. */
  @DayColumn() effectiveFrom: string | null;
  /** The last day on which the record can be chosen. */
  @DayColumn() effectiveTo: string | null;
  /** The periods after the first one. */
  @JsonColumn() later: Period[] | null;
  /** Position in the list. */
  @IntColumn() position: number;
  @FlagColumn() retired: boolean;
  /** Whether an administrator has created or changed the record; the country pack then no longer overwrites it. */
  @FlagColumn() administered: boolean;
  @IntColumn() version: number;
  /** The revision of the catalogue that wrote this row: other instances load only rows that are newer than their copy. */
  @IntColumn() revision: number | null;
  @UtcColumn() updatedAt: Date;
  @TextColumn(200) updatedBy: string;
}

/** A version of a record. The history begins with the version before the first change by an administrator. */
@Entity('catalogue_version')
export class CatalogueVersionRow {
  @PrimaryColumn({ type: 'varchar', length: 60 }) catalogue: string;
  @PrimaryColumn({ type: 'varchar', length: 70 }) code: string;
  @PrimaryColumn({ type: 'int' }) version: number;
  /** The change that made this version; `before` is the version before the first change by an administrator. */
  @CodeColumn(20) action: ChangeAction | 'before';
  @JsonColumn() state: RecordState;
  @UtcColumn() changedAt: Date;
  @TextColumn(200) changedBy: string;
  @TextColumn(200) approvedBy: string | null;
  @TextColumn(500) reason: string | null;
}

/** A change of a record that has not been made yet. */
export interface RecordChange {
  code: string;
  action: ChangeAction;
  /** The version that the change is based on; 0 creates a new record. */
  version: number;
  before: RecordState | null;
  after: RecordState;
}

/** A proposal: changes that wait for the approval of a second person. */
@Entity('catalogue_proposal')
export class CatalogueProposalRow {
  @PrimaryColumn({ type: 'varchar', length: 36 }) id: string;
  @IntColumn() version: number;
  @CodeColumn(60) catalogue: string;
  /** Code of the changed record; null if the proposal changes several records. */
  @CodeColumn(70) code: string | null;
  @CodeColumn(20) action: ChangeAction;
  @CodeColumn(20) status: ProposalStatus;
  @JsonColumn() changes: RecordChange[];
  @IntColumn() size: number;
  @TextColumn(500) reason: string | null;
  /** Account of the author, who may not approve the proposal. */
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

/** The hash of the data that was loaded last. The only row also serves as a lock for instances that start at the same time. */
@Entity('seed_state')
export class SeedStateRow {
  @PrimaryColumn({ type: 'int' }) id: number;
  @CodeColumn(64) hash: string;
  @UtcColumn() at: Date;
}
