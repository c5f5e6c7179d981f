/** The calls that claim, release and assign a document. */
import { type DocumentEnvelope, L, sentence } from '@portal/contract-kit';
import { accessTo } from '../access/access.ts';
import { type Actor, type Call, hasRole } from '../auth/actor.ts';
import { dateTime } from '../clock.ts';
import { asObject } from '../documents/action-body.ts';
import type { FoundDocument } from '../documents/document-reader.ts';
import type { DocumentRow } from '../documents/document-row.ts';
import type { AnyDocuments } from '../documents/documents.ts';
import type { Remember } from '../documents/idempotency.ts';
import { staleVersion } from '../documents/stale-version.ts';
import { holdsAnyRole, offeredActions } from '../documents/workflow-evaluator.ts';
import { conflict, forbidden, notFound, type ProblemError, unauthenticated, unprocessable } from '../http/problems.ts';
import { claimedError, claimTold } from './claims.ts';
import type { DocumentClaimRow } from './work.entities.ts';

type Envelope = DocumentEnvelope<object>;

const changes = { claim: 'claimed', release: 'released', assign: 'assigned' } as const;

/**
 * Does a call that changes a claim once for each idempotency key. A repeated call is answered with the document as it is now, and with the caller's claim as
 * long as it lasts.
 */
export async function claimOnce(documents: AnyDocuments, body: unknown, call: Call, work: (remember: Remember) => Promise<Envelope>): Promise<Envelope> {
  const { body: answer } = await documents.kit.idempotency.once(
    call,
    body,
    async (remember) => ({ status: 200, body: await work(remember) }),
    async ({ status, documentId }) => {
      const found = await findForStaff(documents, documentId, call);
      await documents.recordRead(found, call, 'view');
      const { claim } = found;
      const begun = claim?.endsAt && claim.sub === call.actor.sub ? { claim: claimTold(claim) } : {};
      return { status, body: { ...documents.envelope(found.row, call, found), ...begun } };
    },
  );
  return answer;
}

/**
 * Claims a document for the caller. If several callers claim it at the same time, exactly one of them gets it.
 * @param body may name the `version` that the caller has seen. An outdated version is refused: a claim that comes after a decision must not keep the next
 * officer from the case
 * @returns the document, with the claim if this call began it
 * @throws 404, 401, 403, 409
 */
export async function claimDocument(documents: AnyDocuments, asked: string, body: unknown, call: Call, remember: Remember): Promise<Envelope> {
  const found = await findForStaff(documents, asked, call);
  const { version } = asObject(body);
  if (typeof version === 'number' && version !== found.row.version) throw await staleVersion(documents, found.row, found.access, call);
  const refusal = assignmentRefusal(documents, found.row, call.actor);
  if (refusal) throw refusal;
  let begun: DocumentClaimRow | undefined;
  const answer = await change(documents, found, call, 'claim', remember, async (held, give) => {
    if (held && held.sub !== call.actor.sub) throw claimedError(held);
    if (held) return held;
    begun = await give(call.actor, false);
    return begun;
  });
  return begun ? { ...answer, claim: claimTold(begun) } : answer;
}

/**
 * Releases a document. Officers release their own claims, supervisors any. Nothing happens where nobody has claimed it.
 * @param body may name the claim by its `since`, as the answer to `claim` gave it. Then only this claim of the caller ends: an assignment, and a later claim,
 * stay
 * @throws 404, 401, 403, 409
 */
export async function releaseDocument(documents: AnyDocuments, asked: string, body: unknown, call: Call, remember: Remember): Promise<Envelope> {
  const found = await findForStaff(documents, asked, call);
  const supervises = hasRole(call.actor, `${documents.definition.rolePrefix}-supervise`);
  if (!supervises && !holdsAnyRole(documents.definition.workflow, documents.definition, call.actor)) throw forbidden();
  const { since } = asObject(body);
  return change(documents, found, call, 'release', remember, async (held) => {
    if (since !== undefined) return held && isOwnClaim(held, call.actor, since) ? null : held;
    if (held && held.sub !== call.actor.sub && !supervises) throw claimedError(held);
    return null;
  });
}

const isOwnClaim = (held: DocumentClaimRow, { sub }: Actor, since: unknown): boolean =>
  held.sub === sub && held.endsAt !== null && dateTime(held.since) === since;

/** Assigns a document to an official for a supervisor, even if another official has it. @throws 404, 401, 403, 409, 422 */
export async function assignDocument(documents: AnyDocuments, asked: string, body: unknown, call: Call, remember: Remember): Promise<Envelope> {
  const found = await findForStaff(documents, asked, call);
  if (!hasRole(call.actor, `${documents.definition.rolePrefix}-supervise`)) throw forbidden();
  const to = await assigneeOf(documents, found.row, asObject(body).assignee);
  return change(documents, found, call, 'assign', remember, async (held, give) => (held?.sub === to.sub && held.endsAt === null ? held : give(to, true)));
}

/** Returns the account that a supervisor names. @throws 422 where no such account may work on the document */
async function assigneeOf(documents: AnyDocuments, row: DocumentRow, named: unknown): Promise<Actor> {
  const refuse = (code: string, en: string, pt: string): ProblemError => unprocessable([{ code, field: 'assignee', message: L(en, pt) }]);
  if (typeof named !== 'string' || named.trim() === '')
    throw refuse('REQUIRED', 'Say to whom: the user name of an account', 'Indique a quem: o nome de utilizador de uma conta');
  const accounts = await documents.kit.accounts.named(named.trim().slice(0, 200));
  if (accounts.length === 0) throw refuse('CHOICE', 'No official with this name has signed in here', 'Nenhum funcionário com este nome iniciou sessão aqui');
  const able = accounts.filter((account) => assignmentRefusal(documents, row, account) === null);
  if (able.length === 1) return able[0] as Actor;
  throw able.length
    ? refuse('CHOICE', 'Several officials have this name: give the user name', 'Vários funcionários têm este nome: indique o nome de utilizador')
    : refuse('CHOICE', 'This official may do nothing with this case now', 'Este funcionário nada pode fazer neste caso agora');
}

/** Finds a document for officials who may read it. @throws 404; 401 for the public; 403 for all others, including its applicant */
export async function findForStaff(documents: AnyDocuments, asked: string, call: Call): Promise<FoundDocument<DocumentRow>> {
  const found = (await documents.find(asked, call)) as FoundDocument<DocumentRow>;
  if (!found.access.has('reader')) throw call.actor.sub === null ? unauthenticated() : forbidden();
  return found;
}

/** Returns why an official cannot have a document; null where they can. They must be allowed to read it, and to perform an action on it now. */
export function assignmentRefusal(documents: AnyDocuments, row: DocumentRow, actor: Actor): ProblemError | null {
  const { definition: d } = documents;
  const access = accessTo({ ownerSub: row.ownerSub, agencyCode: row.agencyCode, isDraft: row.reference === null }, 'id', actor, d.rolePrefix);
  if (!access.has('reader') || !holdsAnyRole(d.workflow, d, actor)) return forbidden();
  // What an official may do as the applicant of a document is not official work on the case.
  const standing = documents.documentStateOf(row, access.without('owner'));
  const open = offeredActions(d.workflow, d, standing, actor).some(
    ({ name, kind }) => kind !== 'download' && kind !== 'navigate' && d.workflow.actions[name].who.role,
  );
  if (open) return null;
  return conflict(
    'ACTION_NOT_ALLOWED',
    sentence('Nothing can be done by you while the document is {{status}}', 'Nada pode fazer enquanto o documento está {{status}}', {
      status: row.documentStatus,
    }),
  );
}

/** Changes the claim on a document, in a transaction that locks the document, so that claims and actions on a document never overlap. */
async function change(
  documents: AnyDocuments,
  found: FoundDocument<DocumentRow>,
  call: Call,
  action: 'claim' | 'release' | 'assign',
  remember: Remember,
  decide: (held: DocumentClaimRow | null, give: (to: Actor, assigned: boolean) => Promise<DocumentClaimRow>) => Promise<DocumentClaimRow | null>,
): Promise<Envelope> {
  const { definition: d, kit } = documents;
  const { row, access } = found;
  const { held, now } = await kit.db.write(async (tx) => {
    await remember(tx, { status: 200, documentId: row.id, version: row.version });
    const present = (await kit.db.findForUpdate(tx, d.row, row.id)) as DocumentRow | null;
    if (!present) throw notFound();
    if (present.documentStatus !== row.documentStatus) throw await staleVersion(documents, present, access, call, tx);
    const held = await kit.claims.lockedOf(tx, row.id);
    const now = await decide(held, (to, assigned) => kit.claims.give(tx, d.kind, row.id, to, assigned));
    if (!now) await kit.claims.end(tx, row.id);
    if (now !== held) {
      kit.events.announce(tx, d, present, changes[action], call, now && [now.sub]);
      await kit.audit.add(tx, call, {
        action,
        kind: d.kind,
        documentId: row.id,
        reference: row.reference,
        details: { ...(now ? { assignee: now.name } : {}), ...(held ? { before: held.name } : {}) },
      });
    }
    return { held, now };
  });
  // The answer shows the whole document, and a call that changes nothing has left no record.
  if (now === held) await documents.recordRead(found, call, 'view');
  return documents.envelope(row, call, { ...found, claim: now });
}
