import { Entity, PrimaryColumn } from 'typeorm';
import { CodeColumn, UtcColumn } from '../database/columns.ts';

/** How far the uses of catalogue records by the documents of a kind have been counted. */
@Entity('catalogue_use_check')
export class CatalogueUseCheckRow {
  @PrimaryColumn({ type: 'varchar', length: 40 }) kind: string;
  /** Documents up to this id are counted. */
  @CodeColumn(36) upTo: string;
  @UtcColumn({ nullable: false }) startedAt: Date;
  /** When the last of them was counted: from then on every write counts. */
  @UtcColumn() completeAt: Date | null;
}
