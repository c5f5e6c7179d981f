/** Which documents a staff search may find. */
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
  /** Drafts are asked for: those of this person alone. */
  ownDrafts?: { status: string; sub: string };
  /** Names that are asked for. */
  named?: {
    words: readonly string[];
    documents: NamedDocuments;
    /** Of those that have the words, where they are few. */
    ids?: readonly string[];
    /** So few meet what else is asked for that these are asked for the words. */
    areFewBeside: boolean;
  };
  /** The documents among which it looks, where a table beside them names few for one of its criteria. */
  among?: readonly string[];
}

/** Limits a staff search to the caller's agencies, and leaves out drafts, which are their author's alone. */
export function scopedQuery({ draftStatus, search }: AnyDocuments['definition'], query: QueuedQuery, { actor }: Call): ScopedQuery {
  // A caller without an agency finds nothing: no agency has the code '-'.
  const agency = oneOf(scopeFields.agency, actor.agencies.length ? [...actor.agencies] : ['-']);
  if (draftStatus === undefined) return { ...query, criteria: [...query.criteria, agency] };
  const asksForDrafts = query.criteria.some((c) => search[c.fieldName]?.column === 'documentStatus' && c.values.includes(draftStatus));
  if (asksForDrafts) return { ...query, criteria: [...query.criteria, agency], ownDrafts: { status: draftStatus, sub: actor.sub ?? '' } };
  const registered: SearchCriterion = { ...oneOf(scopeFields.status, [draftStatus]), operation: 'NEQ' };
  return { ...query, criteria: [...query.criteria, agency, registered] };
}

/** Whether a row may stand in a list of this officer. */
export function mayList({ agencyCode, reference, ownerSub }: DocumentRow, { actor }: Call): boolean {
  return isOfAgency(actor, agencyCode) && (reference !== null || ownerSub === actor.sub);
}

/** The fields that the caller asked for, without those that the server added. */
export const askedFields = (query: SearchQuery): string[] => query.criteria.map((c) => c.fieldName).filter((name) => !name.startsWith('$'));
