/** Lets the office answer requests for erasure. */
import {
  type DocumentActionEntry,
  type ErasureRequest,
  L,
  type ListResult,
  listResult,
  MEDIA_PRINTS_OUTDATED_TOPIC,
  type MediaPrintsOutdated,
} from '@portal/contract-kit';
import { type EntityManager, In } from 'typeorm';
import { isOfAgency, withoutFields } from '../access/access.ts';
import type { Call } from '../auth/actor.ts';
import { requireRole } from '../auth/auth.guard.ts';
import { insertRow } from '../database/insert.ts';
import { DocumentVersionRow, ErasureRequestRow } from '../database/kit.entities.ts';
import { conflict, notFound, unprocessable } from '../http/problems.ts';
import { documentsExportedWith } from '../retention/stored-exports.ts';
import { asObject, commentFaults, commentOf, type Plain } from './action-body.ts';
import { contactPaths } from './body-fields.ts';
import type { DocumentRow } from './document-row.ts';
import type { AnyDocuments } from './documents.ts';
import { storedRequest, toErasureRequest } from './erasure-request.ts';
import type { Remember } from './idempotency.ts';
import { lostUpdateError } from './stale-version.ts';

/** Maximum number of requests in the list; the most urgent ones are listed. */
const most = 200;

/** Checks that the caller may answer requests for erasure. @throws 401, 403 */
function requireOffice({ definition: { rolePrefix } }: AnyDocuments, { actor }: Call): void {
  requireRole(actor, `${rolePrefix}-supervise`, `${rolePrefix}-erasure`);
}

/** Returns the open requests of the officer's agencies, the most urgent first. They hold the applicants' reasons, so the read is recorded. */
export async function openErasureRequests(documents: AnyDocuments, call: Call): Promise<ListResult<ErasureRequest>> {
  requireOffice(documents, call);
  const { definition: d, kit } = documents;
  const agencies = [...call.actor.agencies];
  const requests = agencies.length
    ? await kit.db.reader.find(ErasureRequestRow, {
        where: { kind: d.kind, state: 'OPEN', agencyCode: In(agencies) },
        order: { dueAt: 'ASC', id: 'ASC' },
        take: most,
      })
    : [];
  const rows = requests.length ? ((await kit.db.reader.findBy(d.row, { id: In(requests.map((r) => r.documentId)) } as never)) as DocumentRow[]) : [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const records = requests.map((request) => {
    const row = byId.get(request.documentId) ?? null;
    return { ...toErasureRequest(documents, request, row, call.language), ...(row ? { documentId: row.id } : {}) };
  });
  if (records.length) await kit.audit.read(call, { action: 'erasure-requests', kind: d.kind, details: { found: records.length } });
  return listResult(records);
}

/** Answers a request, once for each idempotency key. @throws 401, 403, 404, 409, 422 */
export async function decideErasure(documents: AnyDocuments, id: string, body: unknown, call: Call): Promise<{ model: ErasureRequest }> {
  requireOffice(documents, call);
  const answer = async (status: number) => {
    const request = await storedRequest(documents, id);
    const row = (await documents.kit.db.findById<DocumentRow>(documents.definition.row, request.documentId)) as DocumentRow | null;
    return { status, body: { model: toErasureRequest(documents, request, row, call.language) } };
  };
  const work = async (remember: Remember) => {
    await decide(documents, id, body, call, remember);
    return answer(200);
  };
  return (await documents.kit.idempotency.once(call, body, work, ({ status }) => answer(status))).body;
}

/**
 * Answers a request. If it is granted, the document is erased; while the law still requires the document, only the contact addresses of the applicant are
 * erased. If it is refused, the applicant can read the reason. @throws 404, 409, 422
 */
async function decide(documents: AnyDocuments, id: string, body: unknown, call: Call, remember: Remember): Promise<void> {
  const { definition: d, kit } = documents;
  const plain = asObject(body);
  const comment = commentOf(plain);
  const faults = [
    ...(plain.decision === 'GRANT' || plain.decision === 'REFUSE'
      ? []
      : [{ code: 'CHOICE', field: 'decision', message: L('Choose to grant or to refuse', 'Escolha deferir ou indeferir') }]),
    ...(comment ? [] : [{ code: 'REQUIRED', field: 'comment', message: L('Say why in the comment', 'Indique o motivo no comentário') }]),
    ...commentFaults(plain, 'comment'),
  ];
  if (faults.length) throw unprocessable(faults);
  const request = await kit.db.reader.findOneBy(ErasureRequestRow, { id, kind: d.kind });
  if (!request || !isOfAgency(call.actor, request.agencyCode)) throw notFound('request');
  const row = (await kit.db.findById<DocumentRow>(d.row, request.documentId)) as DocumentRow | null;
  const granted = plain.decision === 'GRANT';
  const until = row && kit.retention.keptUntil(d, row);
  if (granted && row && !until)
    throw conflict(
      'ACTION_NOT_ALLOWED',
      L('This document is still being worked on: finish it first', 'Este documento ainda está a ser tratado: conclua-o primeiro'),
    );
  const decided = { state: granted ? 'GRANTED' : 'REFUSED', decidedAt: kit.clock.now(), decidedBy: call.actor.name, comment };
  await kit.db.write(async (tx) => {
    await remember(tx, { status: 200, documentId: id, version: 1 });
    const { affected } = await tx.update(ErasureRequestRow, { id, state: 'OPEN' }, decided);
    if (affected !== 1) throw conflict('ACTION_NOT_ALLOWED', L('This request was answered already', 'Este pedido já foi respondido'));
    await kit.audit.add(tx, call, {
      action: granted ? 'erasure-granted' : 'erasure-refused',
      kind: d.kind,
      documentId: request.documentId,
      reference: request.reference,
    });
    if (!granted || !row || !until) return;
    const stays = until > kit.clock.today();
    const isDone = stays ? await eraseContactAddresses(documents, tx, row, call) : await kit.retention.eraseIn(tx, d, row, call, { asked: id });
    if (!isDone) throw await lostUpdateError(documents, tx, row.id, call);
  });
}

/** Returns an entry of the history without the telephone number and email address of an applicant who had signed in. */
const withoutApplicant = (entry: DocumentActionEntry): DocumentActionEntry =>
  entry.capacity === 'applicant' ? { ...entry, user: { ...entry.user, mobile: '', email: '' } } : entry;

/**
 * Removes the contact addresses of the applicant from a document, as a new version of it: from all its earlier versions, from its history, from its messages,
 * from the columns by which it is found, and from its prints. A write that is based on the earlier version is then refused and cannot restore the addresses.
 * The time of the last change stays, because the retention period may be counted from it.
 * @returns false if the document was changed since it was read
 */
async function eraseContactAddresses(documents: AnyDocuments, tx: EntityManager, row: DocumentRow, call: Call): Promise<boolean> {
  const { definition: d, rows, kit } = documents;
  const left = (stored: Plain): Plain => {
    const then = rows.decryptBody(row.id, stored);
    const body = withoutFields(then, contactPaths(d, then));
    const { actions } = body as { actions?: readonly DocumentActionEntry[] };
    return actions ? { ...body, actions: actions.map(withoutApplicant) } : body;
  };
  const body = left(row.body);
  const { id, documentStatus } = row;
  const version = row.version + 1;
  const { id: _id, ...columns } = rows.toStoredRow({ ...row, ...d.project({ ...body, id, version, documentStatus } as never), version, body });
  const { affected } = await tx.update(d.row, { id, version: row.version } as never, columns as never);
  if (affected !== 1) return false;
  const stored = (then: Plain): Plain => (kit.encryption.isOn ? rows.encryptBody(id, then) : then);
  for (const past of await tx.findBy(DocumentVersionRow, { documentId: id })) {
    await tx.update(DocumentVersionRow, { documentId: id, version: past.version }, { body: stored(left(past.body as Plain)) as never });
  }
  // Only the row holds the history.
  const { actions: _history, ...versionBody } = body;
  const written = { action: 'erasure-granted', at: kit.clock.now(), userName: call.actor.name, body: stored(versionBody) };
  await insertRow(tx, DocumentVersionRow, { documentId: id, version, documentStatus, ...written });
  await kit.messages.eraseAddresses(tx, id);
  await kit.outbox.deletePrintOrders(tx, id);
  kit.events.announce(tx, d, row, 'changed', call);
  const printedWith = d.printedWith && (row as unknown as Record<string, string | null>)[d.printedWith];
  const outdated: MediaPrintsOutdated[] = [{ service: d.service, documentId: id, version }];
  if (printedWith) outdated.push({ service: d.service, documentId: printedWith });
  for (const documentId of await documentsExportedWith(d, tx, id)) outdated.push({ service: d.service, documentId });
  for (const message of outdated) await kit.outbox.add(tx, MEDIA_PRINTS_OUTDATED_TOPIC, message, call.requestId);
  return true;
}
