/** Tables for the work of officials: who has which case, and the known accounts. */
import { Entity, PrimaryColumn } from 'typeorm';
import { CodeColumn, IdColumn, JsonColumn, TextColumn, UtcColumn } from '../database/columns.ts';
import type { EncryptedJson } from '../encryption/encryption.ts';

/** The claim of an official on a document: at most one row per document. A claim that has ended does not count. */
@Entity('document_claim')
export class DocumentClaimRow {
  /** The document's id. */
  @IdColumn() id: string;
  @CodeColumn(40) kind: string;
  @CodeColumn(128) sub: string;
  @TextColumn(200) name: string;
  @UtcColumn() since: Date;
  /** The end of the claim; null where a supervisor assigned the document. Then the claim lasts until the case leaves the step. */
  @UtcColumn() endsAt: Date | null;
}

/** An account of an official that has called this service. */
@Entity('staff_account')
export class StaffAccountRow {
  @PrimaryColumn({ type: 'varchar', length: 128 }) sub: string;
  /** The name that the account signs in with. */
  @CodeColumn(200) userName: string;
  @TextColumn(200) name: string;
  /** Roles, agencies and e-mail address from the last token. */
  @JsonColumn() profile: AccountProfile | EncryptedJson;
  @UtcColumn() seenAt: Date;
}

export interface AccountProfile {
  roles: readonly string[];
  agencies: readonly string[];
  email: string;
}

/** How far the queue columns have been filled in for documents of earlier releases. */
@Entity('work_columns_filled')
export class WorkColumnsFilledRow {
  @PrimaryColumn({ type: 'varchar', length: 40 }) kind: string;
  @UtcColumn() startedAt: Date;
  /** Documents with ids up to this one are done. */
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

/**
 * A case of which its supervisors were told that it is overdue. The row counts only while the document has the same due date; with another one it is in another
 * step.
 */
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
  /** Encrypted, because a query may contain a person's name. */
  @JsonColumn() content: ViewContent | EncryptedJson;
  @UtcColumn() createdAt: Date;
  @UtcColumn() updatedAt: Date;
}

/** The preferences of one official for the tabs of a list. */
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
