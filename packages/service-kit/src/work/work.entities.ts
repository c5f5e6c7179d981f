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

/** A note of an official on a document. */
@Entity('document_note')
export class DocumentNoteRow {
  @IdColumn() id: string;
  @CodeColumn(40) kind: string;
  @CodeColumn(36) documentId: string;
  @UtcColumn() at: Date;
  @CodeColumn(128) userSub: string | null;
  @TextColumn(200) userName: string;
  @JsonColumn() content: NoteContent | EncryptedJson;
}

export interface NoteContent {
  text: string;
  mentions: { sub: string; name: string }[];
}

/** A case of which its supervisors were told that it is overdue. It counts while the document is due at that time: afterwards it is in another step. */
@Entity('document_escalation')
export class DocumentEscalationRow {
  /** The document's id. */
  @IdColumn() id: string;
  @CodeColumn(40) kind: string;
  @UtcColumn({ nullable: false }) dueAt: Date;
  @UtcColumn({ nullable: false }) at: Date;
}

/** A list that an official has saved. */
@Entity('saved_view')
export class SavedViewRow {
  @IdColumn() id: string;
  @CodeColumn(128) ownerSub: string;
  @TextColumn(200) ownerName: string;
  @CodeColumn(200) list: string;
  @CodeColumn(100) sharedWithRole: string | null;
  /** Encrypted: a query may name a person. */
  @JsonColumn() content: ViewContent | EncryptedJson;
  @UtcColumn() createdAt: Date;
  @UtcColumn() updatedAt: Date;
}

/** How one official likes the tabs of a list. */
@Entity('own_tabs')
export class OwnTabsRow {
  @PrimaryColumn({ type: 'varchar', length: 128 }) sub: string;
  @PrimaryColumn({ type: 'varchar', length: 200 }) list: string;
  @JsonColumn() content: { first?: string; order: string[] };
  @UtcColumn() updatedAt: Date;
}

export interface ViewContent {
  name: string;
  q: object;
  columns: string[];
  density: string | null;
}

export const workEntities = [DocumentClaimRow, StaffAccountRow, WorkColumnsFilledRow, DocumentNoteRow, DocumentEscalationRow, SavedViewRow, OwnTabsRow];
