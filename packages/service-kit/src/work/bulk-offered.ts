/** Finds the actions that an official may perform on many documents at once. */
import { type ListResult, listResult, type OfferedAction, sentence } from '@portal/contract-kit';
import { In } from 'typeorm';
import type { Call } from '../auth/actor.ts';
import { asObject } from '../documents/action-body.ts';
import type { DocumentRow } from '../documents/document-row.ts';
import type { AnyDocuments } from '../documents/documents.ts';
import { forbidden, unauthenticated, unprocessable } from '../http/problems.ts';
import { longestName, most } from './bulk.ts';
import { isBlockedByClaim } from './claims.ts';

/** An action, and the number of the given documents that offer it. */
export type BulkOffer = Pick<OfferedAction, 'name' | 'label' | 'kind' | 'commentRequired' | 'toApplicant'> & { count: number };

/**
 * Returns the actions that the caller may perform on any of these documents now. Documents that the caller may not read, or that another officer has claimed,
 * offer none.
 * @throws 401, 403, 422
 */
export async function offeredOnMany(documents: AnyDocuments, body: unknown, call: Call): Promise<ListResult<BulkOffer>> {
  const { definition: d, kit } = documents;
  if (!call.actor.roles.some((role) => role.startsWith(`${d.rolePrefix}-`))) throw call.actor.sub === null ? unauthenticated() : forbidden();
  const { ids } = asObject(body);
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > most || !ids.every((id) => typeof id === 'string' && id.length <= longestName))
    throw unprocessable([{ code: 'CHOICE', field: 'ids', message: sentence('Name 1 to {{most}} documents', 'Indique de 1 a {{most}} documentos', { most }) }]);
  const [rows, claims] = await Promise.all([
    kit.db.reader.findBy(d.row, { id: In([...new Set(ids)]) } as never) as Promise<DocumentRow[]>,
    kit.claims.ofMany(ids),
    kit.audit.read(call, { action: 'bulk-offered', kind: d.kind, details: { documents: ids.length } }),
  ]);
  const offers = new Map<string, BulkOffer>();
  for (const row of rows) {
    const access = documents.accessOf(row, 'id', call);
    if (!access.has('reader') || isBlockedByClaim(claims.get(row.id), d, call)) continue;
    for (const { name, label, kind, commentRequired, toApplicant } of documents.offer(documents.documentStateOf(row, access.without('owner')), call)) {
      if (kind !== 'submit') continue;
      const offer = offers.get(name) ?? { name, label, kind, commentRequired, ...(toApplicant ? { toApplicant } : {}), count: 0 };
      offers.set(name, { ...offer, count: offer.count + 1 });
    }
  }
  // The answer follows the order of the workflow, whatever the order of the documents.
  return listResult(Object.keys(d.workflow.actions).flatMap((name) => offers.get(name) ?? []));
}
