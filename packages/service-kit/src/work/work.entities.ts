/** Tables for the work of officials: who has a case, and which accounts there are. */
import { Entity, PrimaryColumn } from 'typeorm';
import { CodeColumn, IdColumn, JsonColumn, TextColumn, UtcColumn } from '../database/columns.ts';
import type { EncryptedJson } from '../encryption/encryption.ts';

/** Who has claimed a document: one row per document. A claim that has ended counts as none. */
@Entity('document_claim')
export class DocumentClaimRow {
  /** The document's id. */
  @IdColumn() id: string;
  @CodeColumn(40) kind: string;
  @CodeColumn(128) sub: string;
  @TextColumn(200) name: string;
  @UtcColumn() since: Date;
  /** Null where a supervisor assigned the document: then it stays until the case leaves the step. */
  @UtcColumn() endsAt: Date | null;
}

/** An account of an official that has called this service. */
@Entity('staff_account')
export class StaffAccountRow {
  @PrimaryColumn({ type: 'varchar', length: 128 }) sub: string;
  /** The name that the account signs in with. */
  @CodeColumn(200) userName: string;
  @TextColumn(200) name: string;
  /** Roles, agencies and e-mail address, as the last token gave them. */
  @JsonColumn() profile: AccountProfile | EncryptedJson;
  @UtcColumn() seenAt: Date;
}

export interface AccountProfile {
  roles: readonly string[];
  agencies: readonly string[];
  email: string;
}

/** How far the columns of queues have been filled in for the documents of earlier releases. */
@Entity('work_columns_filled')
export class WorkColumnsFilledRow {
  @PrimaryColumn({ type: 'varchar', length: 40 }) kind: string;
  @UtcColumn() startedAt: Date;
  /** Documents up to this id are done. */
  @CodeColumn(36) lastId: string;
  @UtcColumn() doneAt: Date | null;
}

export const workEntities = [DocumentClaimRow, StaffAccountRow, WorkColumnsFilledRow];
