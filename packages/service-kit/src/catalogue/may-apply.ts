/** Who may apply for a document type. */
import type { CatalogueRecord } from '@portal/contract-kit';
import type { Actor } from '../auth/actor.ts';

/** Whether a number of a record has this value, in any spelling that its file uses. A record without the number matches. */
const flagIs = (record: CatalogueRecord, key: string, value: number): boolean => Number(record[key] ?? value) === value;

/**
 * Whether a caller may apply for a document of a binder. A caller with agencies may apply for the documents of the first two of them; a caller
 * without an agency for those that are open to the public (access level 2). Nobody may apply for one that is removed or retired.
 */
export function mayApplyFor(record: CatalogueRecord, actor: Pick<Actor, 'agencies'>, binder: string): boolean {
  if (record.binder !== binder || record.retired === true || !flagIs(record, 'removed', 0)) return false;
  const agencies = actor.agencies.slice(0, 2);
  return agencies.length ? agencies.includes(String(record.agencyCode)) : flagIs(record, 'accessLevel', 2);
}
