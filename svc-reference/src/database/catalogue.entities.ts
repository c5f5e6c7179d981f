import { CodeColumn, FlagColumn, IntColumn, JsonColumn, TextColumn, UtcColumn } from '@portal/service-kit';
import { Entity, PrimaryColumn } from 'typeorm';
import type { FieldValue } from '../catalogue/field-kinds.ts';

@Entity('catalogue_record')
export class CatalogueRow {
  @PrimaryColumn({ type: 'varchar', length: 60 }) catalogue: string;
  @PrimaryColumn({ type: 'varchar', length: 70 }) code: string;
  @TextColumn(500) name: string;
  @JsonColumn() names: Record<string, string>;
  @JsonColumn({ name: 'fields' }) values: Record<string, FieldValue>;
  /** Place in the list. */
  @IntColumn() position: number;
  @FlagColumn() retired: boolean;
  /** An administrator has created or changed it, so the country pack no longer overwrites it. */
  @FlagColumn() administered: boolean;
  @IntColumn() version: number;
  @UtcColumn() updatedAt: Date;
  @TextColumn(200) updatedBy: string;
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
