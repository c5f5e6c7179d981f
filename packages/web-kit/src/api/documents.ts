import type { DocumentEnvelope, HistoryRequest, HistoryResponse, ListResult, OfferedAction, SearchQuery } from '@portal/contract-kit';
import { background } from '../session/session-store.ts';
import type { Api } from './api.ts';
import { submitOnce } from './retry.ts';

/** One page of the results of a staff list. */
export interface FoundDocuments<Row> extends ListResult<Row> {
  /** Whether there are more rows than `totalRecords`: the server counts only up to `totalUpTo`. */
  atLeast?: true;
  /** Whether rows may be missing: soon after an upgrade, a row of the earlier release is found only once it has been written again. */
  incomplete?: true;
}

/**
 * Reads one page of a staff list's search (`/v1/triptic/trip/search`). An open list also searches by itself, so no search counts as activity of the user: the page
 * reports real activity (`useIdleWarning`).
 */
export const searchDocuments = <Row>(api: Api, path: string, q: SearchQuery, signal?: AbortSignal): Promise<FoundDocuments<Row>> =>
  api.get(path, { query: { q }, signal, headers: background });

/** Searches with a public finder (`…/find`). The criteria are sent in the body, because they name a person and addresses are logged. */
export const findDocuments = <Row>(api: Api, path: string, q: SearchQuery, signal?: AbortSignal): Promise<ListResult<Row>> =>
  api.post<ListResult<Row>>(path, q, { signal, inNobodysName: true });

/** The answer to a request for a one-time code. `sentTo` lists the addresses that the code was sent to, mostly masked. */
export interface SentCode {
  sentTo: string[];
  /** The date and time, in UTC, at which the code expires. */
  expiresAt: string;
}

/** Sends a one-time code to the e-mail addresses or phone numbers in a document that the finder at `path` found. */
export const sendOneTimeCode = (api: Api, path: string, finderKey: string): Promise<SentCode> =>
  api.post<SentCode>(`${path}/code`, { id: finderKey }, { inNobodysName: true });

/** Opens the document with the one-time code. The `id` of the returned document is then the applicant's own key. */
export const openWithCode = <Model>(api: Api, path: string, finderKey: string, code: string): Promise<DocumentEnvelope<Model>> =>
  api.post<DocumentEnvelope<Model>>(`${path}/open`, { id: finderKey, code }, { inNobodysName: true });

/** Downloads all rows of a search as CSV. */
export const exportDocuments = (api: Api, path: string, q: SearchQuery): Promise<Blob> => api.blob(path, { query: { q }, accept: 'text/csv' });

/** Reads the history of a document, or the steps of its workflow. */
export const readHistory = (api: Api, path: string, request: HistoryRequest, signal?: AbortSignal): Promise<HistoryResponse> =>
  api.post<HistoryResponse>(path, request, { signal, inNobodysName: true });

/**
 * Performs an available action once. The body contains the version that the user saw.
 * @param scope name of the form: the same body sent twice from one form is one submission
 */
export const performAction = <Model>(
  api: Api,
  { method, url }: Pick<OfferedAction, 'method' | 'url'>,
  body: object,
  scope = `${api.prefix}${url}`,
): Promise<DocumentEnvelope<Model>> => submitOnce<DocumentEnvelope<Model>>(api, { scope, method, url, body });
