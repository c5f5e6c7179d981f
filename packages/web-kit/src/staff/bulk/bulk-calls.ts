import type { ListResult, Problem, SearchQuery } from '@portal/contract-kit';
import type { Api } from '../../api/api.ts';
import { searchDocuments } from '../../api/documents.ts';
import { submitOnce } from '../../api/retry.ts';
import { type Chosen, chosenOf, mostChosen } from './selection.ts';

/** An action that some of the chosen documents offer. */
export interface BulkOffer {
  name: string;
  label: string;
  commentRequired: boolean;
  toApplicant?: boolean;
  /** How many of them. */
  count: number;
}

/** What became of one document. */
export interface BulkResult {
  id: string;
  status: number;
  errors: { message: string }[];
  claim?: Problem['claim'];
  current?: Problem['current'];
}

export const isDone = ({ status }: BulkResult): boolean => status < 300;

/** What was not done, each in the version that its refusal told of: whoever tries again has been told what changed. */
export function leftOf(items: readonly Chosen[], results: readonly BulkResult[]): Chosen[] {
  const told = new Map(results.map((result) => [result.id, result]));
  return items.flatMap((item) => {
    const result = told.get(item.id);
    if (result && isDone(result)) return [];
    return { ...item, version: result?.current?.version ?? item.version };
  });
}

const pageSize = 200;
/** Documents of one call: the officer sees how far the work has come. */
const atOnce = 50;

/** The actions that the chosen documents offer. */
export const readOffers = async (api: Api, kind: string, ids: readonly string[]): Promise<BulkOffer[]> =>
  (await api.post<ListResult<BulkOffer>>(`${kind}/bulk/offered`, { ids })).records;

/** Everything that a filter finds, up to the most that can be chosen. */
export async function readAllChosen(api: Api, search: string, q: SearchQuery): Promise<Chosen[]> {
  const found: Chosen[] = [];
  for (let page = 1; found.length < mostChosen; page++) {
    const query = { ...q, paging: { page, size: pageSize }, viewColumns: ['version', 'serialReference.reference'] };
    const { records } = await searchDocuments<object>(api, search, query);
    found.push(...records.map(chosenOf));
    if (records.length < pageSize) break;
  }
  return found.slice(0, mostChosen);
}

/**
 * Does one action on many documents, some at a time. Each document is done once, also where an answer is lost and the call is sent again.
 * @param onProgress the results so far
 */
export async function performOnMany(
  api: Api,
  kind: string,
  action: string,
  items: readonly Chosen[],
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

/** The calls that divide work. */
export const claim = (api: Api, kind: string, id: string): Promise<unknown> => api.post(`${kind}/${id}/claim`);
export const release = (api: Api, kind: string, id: string): Promise<unknown> => api.post(`${kind}/${id}/release`);
export const assign = (api: Api, kind: string, id: string, assignee: string): Promise<unknown> => api.post(`${kind}/${id}/assign`, { assignee });
/** Claims the next case of a filter that nobody has. */
export const takeNext = (api: Api, kind: string, q: Pick<SearchQuery, 'criteria' | 'sorting'>): Promise<{ model: { id: string } }> =>
  api.post(`${kind}/next`, { criteria: q.criteria, sorting: q.sorting ?? [] });
