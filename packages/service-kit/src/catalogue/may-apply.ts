/** Decides who may apply for a document type. */
import type { CatalogueRecord } from '@portal/contract-kit';
import type { Actor } from '../auth/actor.ts';

/** Whether a numeric property of a record has this value; the catalogue file may write it as a number or as text. A record without the property matches. */
const flagIs = (record: CatalogueRecord, key: string, value: number): boolean => Number(record[key] ?? value) === value;

/**
 * Whether a caller may apply for a document type of a binder. A caller with agencies may apply for the document types of the first two of these agencies; a
 * caller without an agency may apply for those that are open to the public (access level 2). Nobody may apply for a document type that is removed or retired.
 */
export function mayApplyFor(record: CatalogueRecord, actor: Pick<Actor, 'agencies'>, binder: string): boolean {
  if (record.binder !== binder || record.retired === true || !flagIs(record, 'removed', 0)) return false;
  const agencies = actor.agencies.slice(0, 2);
  return agencies.length ? agencies.includes(String(record.agencyCode)) : flagIs(record, 'accessLevel', 2);
}
