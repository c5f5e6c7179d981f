import type { Call } from '../auth/actor.ts';
import type { AnyDocuments } from '../documents/documents.ts';
import { forbidden, unauthenticated } from '../http/problems.ts';

/**
 * Checks that an official may be told of the changes of a case. A page that stays open is not work on the case, so this check does not extend a claim. It shows
 * nothing of the document, so it is not recorded either.
 * @throws 404; 401 for the public; 403 for all others, including its applicant
 */
export async function requireWatchAccess(documents: AnyDocuments, id: string, call: Call): Promise<{ kind: string; version: number }> {
  const row = await documents.rowOf(id);
  if (!documents.accessOf(row, 'id', call).has('reader')) throw call.actor.sub === null ? unauthenticated() : forbidden();
  return { kind: documents.definition.path, version: row.version };
}
