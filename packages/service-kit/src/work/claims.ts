import { Injectable } from '@nestjs/common';
import { type BlockedAction, type Language, type OfferedAction, say, sentence } from '@portal/contract-kit';
import { type EntityManager, In } from 'typeorm';
import { type Actor, type Call, hasRole, isStaff } from '../auth/actor.ts';
import { Clock, dateTime } from '../clock.ts';
import { Database } from '../database/database.ts';
import { insertRow } from '../database/insert.ts';
import type { AnyDefinition } from '../documents/document-definition.ts';
import type { DocumentRow } from '../documents/document-row.ts';
import { claimedBy, type ProblemError } from '../http/problems.ts';
import { DocumentClaimRow } from './work.entities.ts';
import { hasLeftStep } from './work-step.ts';

/** How long a claim lasts after its officer's last call on the document, in milliseconds. */
export const claimMs = 30 * 60_000;
/** A call extends a claim only if it makes the claim last longer by at least this many milliseconds, so that not every read causes a write. */
const renewAfterMs = 15_000;

/** Returns whether a claim blocks this caller: another officer has the document, and the caller is not a supervisor. */
export const isBlockedByClaim = (claim: DocumentClaimRow | null | undefined, { rolePrefix }: Pick<AnyDefinition, 'rolePrefix'>, { actor }: Call): boolean =>
  !!claim && isStaff(actor) && !actor.isPortal && claim.sub !== actor.sub && !hasRole(actor, `${rolePrefix}-supervise`);

/** Returns the message of the refusal: who has the document and since when. */
export const claimedMessage = ({ name, since }: DocumentClaimRow) =>
  sentence('{{name}} has had this case since {{time}} (UTC)', '{{name}} tem este caso desde {{time}} (UTC)', { name, time: minute(since) });

export const claimTold = ({ name, since }: DocumentClaimRow) => ({ assignee: { name }, since: dateTime(since) });

export const claimedError = (claim: DocumentClaimRow): ProblemError => claimedBy(claimedMessage(claim), claimTold(claim));

/** Returns whether another officer's claim leaves an action: it only shows something. A question to the applicant changes the document, whatever its kind. */
export const isFreeOfClaims = ({ kind, thread }: OfferedAction): boolean => kind === 'download' || (kind === 'navigate' && !thread);

/** Returns the offered actions that another officer's claim blocks for the caller. */
export const actionsBlockedByClaim = (offered: readonly OfferedAction[], claim: DocumentClaimRow, language: Language): BlockedAction[] =>
  offered
    .filter((action) => !isFreeOfClaims(action))
    .map(({ name, label, modes }) => ({ name, label, modes, code: 'CLAIMED', message: say(claimedMessage(claim), language), claim: claimTold(claim) }));

const minute = (at: Date): string => dateTime(at).slice(0, 16).replace('T', ' ');

/** The claims of officials on documents. Claims have their own table, so that a claim neither makes a version of the document nor conflicts with one. */
@Injectable()
export class Claims {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Returns the claim, unless it has ended. */
  live(claim: DocumentClaimRow | null): DocumentClaimRow | null {
    return claim && (claim.endsAt === null || claim.endsAt > this.clock.now()) ? claim : null;
  }

  /** Returns the claim on a document; null where there is none. */
  async of(documentId: string): Promise<DocumentClaimRow | null> {
    return this.live(await this.db.findById(DocumentClaimRow, documentId));
  }

  /** Returns the claims on these documents, by the document's id. */
  async ofMany(documentIds: readonly string[]): Promise<ReadonlyMap<string, DocumentClaimRow>> {
    const rows = documentIds.length ? await this.db.reader.findBy(DocumentClaimRow, { id: In([...documentIds]) }) : [];
    return new Map(rows.filter((row) => this.live(row)).map((row) => [row.id, row]));
  }

  /** Returns the claim on a document that an official calls. If the claim is the caller's own and ends by time, it now lasts thirty minutes from this call. */
  async extendOnCall(documentId: string, { sub }: Actor): Promise<DocumentClaimRow | null> {
    const claim = await this.of(documentId);
    if (!claim?.endsAt || claim.sub !== sub) return claim;
    const endsAt = new Date(this.clock.now().getTime() + claimMs);
    if (endsAt.getTime() - claim.endsAt.getTime() < renewAfterMs) return claim;
    // Update only the same claim: it must not come back after somebody else has taken or released it.
    const same = { id: documentId, sub, since: claim.since };
    await this.db.write((tx) => tx.update(DocumentClaimRow, same, { endsAt }), { durable: false });
    return { ...claim, endsAt };
  }

  /** Returns the claim on a document, read in a transaction that has locked the document. */
  async lockedOf(tx: EntityManager, documentId: string): Promise<DocumentClaimRow | null> {
    return this.live(await tx.findOneBy(DocumentClaimRow, { id: documentId }));
  }

  /** Claims a document for an official, in a transaction that has locked the document. */
  async give(tx: EntityManager, kind: string, documentId: string, to: Actor, assigned: boolean): Promise<DocumentClaimRow> {
    const since = this.clock.now();
    const claim = { id: documentId, kind, sub: to.sub ?? '', name: to.name, since, endsAt: assigned ? null : new Date(since.getTime() + claimMs) };
    await tx.delete(DocumentClaimRow, { id: documentId });
    await insertRow(tx, DocumentClaimRow, claim);
    return claim;
  }

  /** Ends the claim on a document. */
  async end(tx: EntityManager, documentId: string): Promise<void> {
    await tx.delete(DocumentClaimRow, { id: documentId });
  }

  /**
   * Applies an action to the claim on its document. Another officer's claim blocks the action, and the claim ends when the case leaves the step.
   * @throws 409 CLAIMED
   */
  async applyAction(tx: EntityManager, definition: AnyDefinition, before: DocumentRow, after: DocumentRow, call: Call): Promise<void> {
    // Most documents have no claim, so check that first with a cheap statement.
    if ((await tx.query('select 1 as found from document_claim where id = ?', [before.id])).length === 0) return;
    const claim = await tx.findOneBy(DocumentClaimRow, { id: before.id });
    if (!claim) return;
    const live = this.live(claim);
    if (live && isBlockedByClaim(live, definition, call)) throw claimedError(live);
    if (hasLeftStep(before, after) || !live) await this.end(tx, before.id);
  }
}
