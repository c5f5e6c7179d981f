import { Entity, PrimaryColumn } from 'typeorm';
import { CodeColumn, UtcColumn } from '../database/columns.ts';

/** Progress of the initial count of the catalogue records that the documents of a kind use. */
@Entity('catalogue_use_check')
export class CatalogueUseCheckRow {
  @PrimaryColumn({ type: 'varchar', length: 40 }) kind: string;
  /** Id up to which documents have been counted. */
  @CodeColumn(36) upTo: string;
  @UtcColumn({ nullable: false }) startedAt: Date;
  /** When the initial count reached the last document. From then on every write is counted, whatever the id of its document. */
  @UtcColumn() completeAt: Date | null;
}
