/** Determines which documents a staff search may find. */
import type { SearchCriterion, SearchQuery } from '@portal/contract-kit';
import { isOfAgency } from '../access/access.ts';
import type { Call } from '../auth/actor.ts';
import type { NamedDocuments } from '../lookup/name-criteria.ts';
import { oneOf, scopeFields } from '../search/search-query.ts';
import type { QueuedQuery } from '../work/queues.ts';
import type { DocumentRow } from './document-row.ts';
import type { AnyDocuments } from './documents.ts';

/** A search, limited to what its caller may see. */
export interface ScopedQuery extends QueuedQuery {
  /** Set if drafts are searched for: only those of this person may be found. */
  ownDrafts?: { status: string; sub: string };
  /** The names that are searched for. */
  named?: {
    words: readonly string[];
    documents: NamedDocuments;
    /** Ids of the documents that have the words, if there are few. */
    ids?: readonly string[];
    /** Whether so few documents meet the other criteria that these documents are checked for the words. */
    areFewBeside: boolean;
  };
  /** Ids among which the search looks, where a table beside the documents names few documents for one of the criteria. */
  among?: readonly string[];
}

/** Limits a staff search to the caller's agencies, and excludes drafts, which only their author may see. */
export function scopedQuery({ draftStatus, search }: AnyDocuments['definition'], query: QueuedQuery, { actor }: Call): ScopedQuery {
  // A caller without an agency finds nothing, because no agency has the code '-'.
  const agency = oneOf(scopeFields.agency, actor.agencies.length ? [...actor.agencies] : ['-']);
  if (draftStatus === undefined) return { ...query, criteria: [...query.criteria, agency] };
  const asksForDrafts = query.criteria.some((c) => search[c.fieldName]?.column === 'documentStatus' && c.values.includes(draftStatus));
  if (asksForDrafts) return { ...query, criteria: [...query.criteria, agency], ownDrafts: { status: draftStatus, sub: actor.sub ?? '' } };
  const registered: SearchCriterion = { ...oneOf(scopeFields.status, [draftStatus]), operation: 'NEQ' };
  return { ...query, criteria: [...query.criteria, agency, registered] };
}

/** Whether a row may appear in a list of this officer. */
export function mayList({ agencyCode, reference, ownerSub }: DocumentRow, { actor }: Call): boolean {
  return isOfAgency(actor, agencyCode) && (reference !== null || ownerSub === actor.sub);
}

/** Returns the fields for which the caller asked, without those that the server added. */
export const askedFields = (query: SearchQuery): string[] => query.criteria.map((c) => c.fieldName).filter((name) => !name.startsWith('$'));
