import { CodeColumn, IntColumn, JsonColumn, TextColumn, UtcColumn } from '@portal/service-kit';
import { Entity, PrimaryColumn } from 'typeorm';

/** `PROCESSING` until every row is decided; `REFUSED` where all or none were to be registered and a row was not right. */
export type ImportStatus = 'RECEIVING' | 'PROCESSING' | 'DONE' | 'REFUSED';
/** Whether the rows that are right are registered, or none unless all are. */
export type ImportMode = 'valid' | 'all';

/** A list that an agent sent. */
@Entity('declaration_import')
export class ImportRow {
  @PrimaryColumn({ type: 'varchar', length: 36 }) id: string;
  /** The agent. */
  @CodeColumn(128, { nullable: false }) ownerSub: string;
  /** Digest of the file and the mode: the same file again is the same import. */
  @CodeColumn(64, { nullable: false }) digest: string;
  @TextColumn(200) fileName: string;
  @CodeColumn(10) mode: ImportMode;
  @CodeColumn(20) status: ImportStatus;
  @IntColumn() total: number;
  @IntColumn() accepted: number;
  @IntColumn() refused: number;
  /** Who sent it, and in which language, encrypted: its declarations are registered in their name. */
  @JsonColumn() sender: object;
  @UtcColumn({ nullable: false }) createdAt: Date;
  @UtcColumn() finishedAt: Date | null;
}

export type LineState = 'WAITING' | 'CHECKED' | 'ACCEPTED' | 'REFUSED';

/** One row of a list. */
@Entity('declaration_import_line')
export class ImportLineRow {
  @PrimaryColumn({ type: 'varchar', length: 36 }) importId: string;
  @PrimaryColumn({ type: 'int' }) row: number;
  @CodeColumn(10) state: LineState;
  /** The cells, and what is wrong with them, encrypted. */
  @JsonColumn() content: object;
  /** The declaration, once there is one. */
  @CodeColumn(36) documentId: string | null;
}

/** A journey of a person that an agent has registered: it is registered once, in whatever list it comes. */
@Entity('declaration_import_person')
export class ImportPersonRow {
  /** Digest of the agent, the passport and the day of arrival. */
  @PrimaryColumn({ type: 'varchar', length: 64 }) id: string;
  @CodeColumn(36) documentId: string;
  @UtcColumn({ nullable: false }) createdAt: Date;
}
