import type { Call } from '../auth/actor.ts';
import type { AnyDocuments } from '../documents/documents.ts';
import { forbidden, unauthenticated } from '../http/problems.ts';

/**
 * Whether an official may know what becomes of a case. A page that stays open is no work on the case: this makes no claim last longer, and it
 * shows nothing of the document, so it is not recorded.
 * @throws 404; 401 for the public; 403 for all others, its applicant too
 */
export async function mayWatch(documents: AnyDocuments, id: string, call: Call): Promise<{ kind: string; version: number }> {
  const row = await documents.rowOf(id);
  if (!documents.accessOf(row, 'id', call).has('reader')) throw call.actor.sub === null ? unauthenticated() : forbidden();
  return { kind: documents.definition.path, version: row.version };
}
