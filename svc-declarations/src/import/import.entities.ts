import { CodeColumn, IntColumn, JsonColumn, TextColumn, UtcColumn } from '@portal/service-kit';
import { Entity, PrimaryColumn } from 'typeorm';

/**
 * `RECEIVING` while the rows are stored; `PROCESSING` until every row is accepted or refused; `REFUSED` when the mode is `all` and at least one row was not
 * valid when all were checked.
 */
export type ImportStatus = 'RECEIVING' | 'PROCESSING' | 'DONE' | 'REFUSED';
/** `valid` registers the rows that are valid; `all` registers the rows only if every row is valid. */
export type ImportMode = 'valid' | 'all';

/** A list of travellers that an agent sent. */
@Entity('declaration_import')
export class ImportRow {
  @PrimaryColumn({ type: 'varchar', length: 36 }) id: string;
  /** Subject of the agent's account. */
  @CodeColumn(128, { nullable: false }) ownerSub: string;
  /** Digest of the file and the mode. The same file in the same mode is the same import. */
  @CodeColumn(64, { nullable: false }) digest: string;
  @TextColumn(200) fileName: string;
  @CodeColumn(10) mode: ImportMode;
  @CodeColumn(20) status: ImportStatus;
  @IntColumn() total: number;
  @IntColumn() accepted: number;
  @IntColumn() refused: number;
  /** The agent and the agent's language, encrypted. The declarations are registered in the agent's name. */
  @JsonColumn() sender: object;
  @UtcColumn({ nullable: false }) createdAt: Date;
  /** In mode `all`, the time when every row was found valid. From then on the rows are registered, and one that is refused all the same stops no other. */
  @UtcColumn() checkedAt: Date | null;
  @UtcColumn() finishedAt: Date | null;
}

export type LineState = 'WAITING' | 'CHECKED' | 'ACCEPTED' | 'REFUSED';

/** One row of a list. */
@Entity('declaration_import_line')
export class ImportLineRow {
  @PrimaryColumn({ type: 'varchar', length: 36 }) importId: string;
  @PrimaryColumn({ type: 'int' }) row: number;
  @CodeColumn(10) state: LineState;
  /** The cells and their errors, encrypted. */
  @JsonColumn() content: object;
  /** Id of the declaration, when the row has been registered. */
  @CodeColumn(36) documentId: string | null;
}

/** A person's journey that an agent has registered. The row prevents a second registration, in any list of that agent. */
@Entity('declaration_import_person')
export class ImportPersonRow {
  /** Digest of the agent, the passport, the birth date and the day of arrival. For the earlier release there is also one without the birth date. */
  @PrimaryColumn({ type: 'varchar', length: 64 }) id: string;
  @CodeColumn(36) documentId: string;
  @UtcColumn({ nullable: false }) createdAt: Date;
}
