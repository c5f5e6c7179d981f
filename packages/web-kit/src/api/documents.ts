import type { DocumentEnvelope, HistoryRequest, HistoryResponse, ListResult, OfferedAction, SearchQuery } from '@portal/contract-kit';
import type { Api } from './api.ts';
import { submitOnce } from './retry.ts';

/** A page of a staff list. */
export interface FoundDocuments<Row> extends ListResult<Row> {
  /** There are more than `totalRecords`, which were counted up to `totalUpTo`. */
  atLeast?: true;
  /** Soon after an upgrade: rows of the earlier release are found only as they are written. */
  incomplete?: true;
}

/** One page of a staff list's search (`/v1/triptic/trip/search`). */
export const searchDocuments = <Row>(api: Api, path: string, q: SearchQuery, signal?: AbortSignal): Promise<FoundDocuments<Row>> =>
  api.get(path, { query: { q }, signal });

/** Searches with a public finder (`…/find`). The criteria are sent in the body: they name a person, and addresses are logged. */
export const findDocuments = <Row>(api: Api, path: string, q: SearchQuery, signal?: AbortSignal): Promise<ListResult<Row>> =>
  api.post<ListResult<Row>>(path, q, { signal });

/** The addresses that a one-time code was sent to, mostly hidden. */
export interface SentCode {
  sentTo: string[];
  /** A date-time, UTC. */
  expiresAt: string;
}

/** Sends a one-time code to the addresses in a document that the finder at `path` found. */
export const sendOneTimeCode = (api: Api, path: string, finderKey: string): Promise<SentCode> => api.post<SentCode>(`${path}/code`, { id: finderKey });

/** Opens the document with the code; its `id` is then the applicant's own key. */
export const openWithCode = <Model>(api: Api, path: string, finderKey: string, code: string): Promise<DocumentEnvelope<Model>> =>
  api.post<DocumentEnvelope<Model>>(`${path}/open`, { id: finderKey, code });

/** All rows of a search as CSV. */
export const exportDocuments = (api: Api, path: string, q: SearchQuery): Promise<Blob> => api.blob(path, { query: { q }, accept: 'text/csv' });

/** The history of a document, or the steps of its workflow. */
export const readHistory = (api: Api, path: string, request: HistoryRequest, signal?: AbortSignal): Promise<HistoryResponse> =>
  api.post<HistoryResponse>(path, request, { signal });

/**
 * Performs an available action once; the body contains the version that the user saw.
 * @param scope names the form: the same body sent twice from one form is one submission
 */
export const performAction = <Model>(
  api: Api,
  { method, url }: Pick<OfferedAction, 'method' | 'url'>,
  body: object,
  scope = `${api.prefix}${url}`,
): Promise<DocumentEnvelope<Model>> => submitOnce<DocumentEnvelope<Model>>(api, { scope, method, url, body });
