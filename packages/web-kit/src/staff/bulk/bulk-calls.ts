import type { DocumentEnvelope, ListResult, Problem, SearchQuery } from '@portal/contract-kit';
import type { Api } from '../../api/api.ts';
import { searchDocuments } from '../../api/documents.ts';
import { submitOnce } from '../../api/retry.ts';
import { mostChosen, type SelectedDocument, selectedDocumentOf } from './selection.ts';

/** An action that some of the chosen documents offer. */
export interface BulkOffer {
  name: string;
  label: string;
  commentRequired: boolean;
  toApplicant?: boolean;
  /** The number of chosen documents that offer the action. */
  count: number;
}

/** The result for one document. */
export interface BulkResult {
  id: string;
  status: number;
  errors: { message: string }[];
  claim?: Problem['claim'];
  current?: Problem['current'];
}

export const isDone = ({ status }: BulkResult): boolean => status < 300;

/**
 * Returns the documents that were not done, each with the newest version that the refusal named: the officer has been told what changed, so a retry may use
 * that version.
 */
export function leftOf(items: readonly SelectedDocument[], results: readonly BulkResult[]): SelectedDocument[] {
  const told = new Map(results.map((result) => [result.id, result]));
  return items.flatMap((item) => {
    const result = told.get(item.id);
    if (result && isDone(result)) return [];
    return { ...item, version: result?.current?.version ?? item.version };
  });
}

const pageSize = 200;
/** The number of documents in one call. It is small enough that the officer sees the progress. */
const atOnce = 50;

/** Reads the actions that the chosen documents offer. */
export const readOffers = async (api: Api, kind: string, ids: readonly string[]): Promise<BulkOffer[]> =>
  (await api.post<ListResult<BulkOffer>>(`${kind}/bulk/offered`, { ids }, { inNobodysName: true })).records;

/** Reads all documents that a filter finds, up to the largest number that can be selected. */
export async function readAllChosen(api: Api, search: string, q: SearchQuery): Promise<SelectedDocument[]> {
  const found: SelectedDocument[] = [];
  for (let page = 1; found.length < mostChosen; page++) {
    const query = { ...q, paging: { page, size: pageSize }, viewColumns: ['version', 'serialReference.reference'] };
    const { records } = await searchDocuments<object>(api, search, query);
    found.push(...records.map(selectedDocumentOf));
    if (records.length < pageSize) break;
  }
  return found.slice(0, mostChosen);
}

/**
 * Performs one action on many documents, some at a time. Each document is done only once, even if an answer is lost and the call is sent again.
 * @param onProgress called with the results so far
 */
export async function performOnMany(
  api: Api,
  kind: string,
  action: string,
  items: readonly SelectedDocument[],
  body: object,
  onProgress: (results: readonly BulkResult[]) => void,
): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (let from = 0; from < items.length; from += atOnce) {
    const some = items.slice(from, from + atOnce).map(({ id, version }) => ({ id, version }));
    const call = { scope: `${api.prefix}${kind}/bulk/${action}/${from}`, url: `${kind}/bulk`, body: { action, items: some, body } };
    results.push(...(await submitOnce<ListResult<BulkResult>>(api, call)).records);
    onProgress(results);
  }
  return results;
}

/** The calls that claim, release and assign a case. */
export const claim = (api: Api, kind: string, id: string): Promise<unknown> => api.post(`${kind}/${id}/claim`);
export const release = (api: Api, kind: string, id: string): Promise<unknown> => api.post(`${kind}/${id}/release`);
export const assign = (api: Api, kind: string, id: string, assignee: string): Promise<unknown> => api.post(`${kind}/${id}/assign`, { assignee });
/**
 * Claims the next case of a filter that nobody has claimed. A call whose answer was lost gets the same case while it is claimed, so that no case is left claimed
 * unseen.
 */
export const takeNext = (api: Api, kind: string, q: Pick<SearchQuery, 'criteria' | 'sorting'>): Promise<DocumentEnvelope<object>> =>
  submitOnce(api, {
    scope: `${api.prefix}${kind}/next`,
    url: `${kind}/next`,
    body: { criteria: q.criteria, sorting: q.sorting ?? [] },
    stands: ({ claim }) => claim !== undefined,
  });
