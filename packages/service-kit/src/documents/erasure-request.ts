/** An applicant's request to erase the data held about them. */
import { type Bilingual, type ErasureRequest, isEmpty, isWithin, L, type Language, say, sentence, textFault } from '@portal/contract-kit';
import type { Call } from '../auth/actor.ts';
import { addDays, dateTime } from '../clock.ts';
import { ErasureRequestRow, OneTimeCodeRow } from '../database/kit.entities.ts';
import { conflict, forbidden, notFound, unauthenticated, unprocessable } from '../http/problems.ts';
import { asObject } from './action-body.ts';
import type { DocumentRow } from './document-row.ts';
import type { AnyDocuments } from './documents.ts';
import type { Remember } from './idempotency.ts';

/** Number of days within which the office must answer a request for erasure. */
const erasureDays = 30;
const longestReason = 500;

/** Records the applicant's request for erasure, once for each idempotency key. @throws 404, 401, 403, 422 */
export async function askForErasure(documents: AnyDocuments, key: string, body: unknown, call: Call): Promise<{ model: ErasureRequest }> {
  const { definition: d, kit } = documents;
  const answer = async (status: number, id: string) => {
    const request = await storedRequest(documents, id);
    const row = (await kit.db.findById<DocumentRow>(d.row, request.documentId)) as DocumentRow | null;
    return { status, body: { model: toErasureRequest(documents, request, row, call.language) } };
  };
  const work = async (remember: Remember) => answer(200, await ask(documents, key, body, call, remember));
  return (await kit.idempotency.once(call, body, work, ({ status, documentId }) => answer(status, documentId))).body;
}

/**
 * Records the applicant's request for erasure. A draft is erased at once. For a registered document the office decides within 30 days. A second request returns
 * the one that is still open. @returns the id of the request @throws 404, 401, 403, 422
 */
async function ask(documents: AnyDocuments, key: string, body: unknown, call: Call, remember: Remember): Promise<string> {
  const { definition: d, kit } = documents;
  const { row, access } = await documents.find(key, call);
  if (!access.acts('applicant')) throw call.actor.sub === null ? unauthenticated() : forbidden();
  const { reason } = asObject(body);
  const message = reasonFault(reason);
  if (message) throw unprocessable([{ code: 'TEXT', field: 'reason', message }]);
  const now = kit.clock.now();
  const isDraft = row.reference === null;
  const request: ErasureRequestRow = {
    id: kit.ids.next(),
    kind: d.kind,
    documentId: row.id,
    reference: row.reference,
    agencyCode: row.agencyCode,
    state: isDraft ? 'GRANTED' : 'OPEN',
    requestedAt: now,
    dueAt: new Date(`${addDays(kit.clock.today(), erasureDays)}T00:00:00Z`),
    reason: isEmpty(reason) ? null : (reason as string).trim(),
    decidedAt: isDraft ? now : null,
    decidedBy: null,
    comment: null,
  };
  return kit.db.write(async (tx) => {
    // The document is locked, so that two simultaneous requests result in one.
    if (!(await kit.db.findForUpdate(tx, d.row, row.id))) throw notFound();
    const open = await tx.findOneBy(ErasureRequestRow, { documentId: row.id, state: 'OPEN' });
    const { id } = open ?? request;
    await remember(tx, { status: 200, documentId: id, version: 1 });
    if (open) return id;
    await tx.insert(ErasureRequestRow, request);
    await tx.delete(OneTimeCodeRow, { documentId: row.id });
    await kit.audit.add(tx, call, { action: 'erasure-asked', kind: d.kind, documentId: row.id, reference: row.reference });
    if (isDraft && !(await kit.retention.eraseIn(tx, d, row, call, { asked: request.id })))
      throw conflict('STALE_VERSION', L('The document was changed meanwhile. Try again.', 'O documento foi alterado entretanto. Tente de novo.'));
    return id;
  });
}

/** Returns what is wrong with the reason of a request, which may be missing. */
function reasonFault(reason: unknown): Bilingual | undefined {
  if (isEmpty(reason)) return undefined;
  if (typeof reason !== 'string' || !isWithin(reason, longestReason))
    return sentence('The reason must be text of at most {{most}} characters', 'O motivo deve ser texto com no máximo {{most}} caracteres', {
      most: longestReason,
    });
  return textFault(reason.trim(), L('The reason', 'O motivo'), true);
}

/** Returns a request as it is stored: where the document was erased, without the words of the applicant and the office. @throws 404 */
export async function storedRequest({ kit }: AnyDocuments, id: string): Promise<ErasureRequestRow> {
  const request = await kit.db.findById(ErasureRequestRow, id);
  if (!request) throw notFound('request');
  return request;
}

/** Returns a request as the applicant and the office see it. @param row the document; null if it was erased */
export function toErasureRequest(
  { definition: d, kit }: AnyDocuments,
  request: ErasureRequestRow,
  row: DocumentRow | null,
  language: Language,
): ErasureRequest {
  const isDraft = request.reference === null;
  const until = row ? kit.retention.keptUntil(d, row) : undefined;
  const title = say(d.title, language);
  return {
    id: request.id,
    ...(request.reference ? { reference: request.reference } : {}),
    state: request.state as ErasureRequest['state'],
    requestedAt: dateTime(request.requestedAt),
    dueAt: dateTime(request.dueAt),
    ...(request.reason ? { reason: request.reason } : {}),
    ...(request.comment ? { comment: request.comment } : {}),
    erasedNow: (isDraft
      ? [L('The draft and its files', 'O rascunho e os seus ficheiros')]
      : [
          L('One-time codes', 'Códigos de utilização única'),
          ...(row && request.state === 'GRANTED' ? [L('E-mail address and telephone number', 'Correio eletrónico e número de telefone')] : []),
        ]
    ).map((what) => say(what, language)),
    kept:
      isDraft || row === null
        ? []
        : [
            {
              what: title,
              ...(until ? { until } : {}),
              why: until
                ? say(L('The law asks the office to keep it until then.', 'A lei obriga o serviço a guardá-lo até essa data.'), language)
                : say(
                    L('It is still being worked on. The office answers your request.', 'Ainda está a ser tratado. O serviço responde ao seu pedido.'),
                    language,
                  ),
            },
          ],
  };
}
