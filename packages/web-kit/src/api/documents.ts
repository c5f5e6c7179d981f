import type { DocumentEnvelope, HistoryRequest, HistoryResponse, ListResult, OfferedAction, SearchQuery } from '@portal/contract-kit';
import type { Api } from './api.ts';
import { submitOnce } from './retry.ts';

/** One page of a staff list's search (`/v1/triptic/trip/search`). */
export const searchDocuments = <Row>(api: Api, path: string, q: SearchQuery, signal?: AbortSignal): Promise<ListResult<Row>> =>
  api.get<ListResult<Row>>(path, { query: { q }, signal });

/** What a public finder (`…/find`) finds. The criteria travel in the body: they name a person, and addresses are written to logs. */
export const findDocuments = <Row>(api: Api, path: string, q: SearchQuery, signal?: AbortSignal): Promise<ListResult<Row>> =>
  api.post<ListResult<Row>>(path, q, { signal });

/** Where a one-time code was sent, with most of each address hidden. */
export interface SentCode {
  sentTo: string[];
  /** A date-time, UTC. */
  expiresAt: string;
}

/** Sends a one-time code to the addresses that stand on a document which the finder at `path` found. */
export const sendOneTimeCode = (api: Api, path: string, finderKey: string): Promise<SentCode> => api.post<SentCode>(`${path}/code`, { id: finderKey });

/** The document, opened with the code; its `id` is the applicant's own key. */
export const openWithCode = <Model>(api: Api, path: string, finderKey: string, code: string): Promise<DocumentEnvelope<Model>> =>
  api.post<DocumentEnvelope<Model>>(`${path}/open`, { id: finderKey, code });

/** All rows of a search as CSV. */
export const exportDocuments = (api: Api, path: string, q: SearchQuery): Promise<Blob> => api.blob(path, { query: { q }, accept: 'text/csv' });

/** What was done with a document, or the steps of its workflow. */
export const readHistory = (api: Api, path: string, request: HistoryRequest, signal?: AbortSignal): Promise<HistoryResponse> =>
  api.post<HistoryResponse>(path, request, { signal });

/**
 * Does an offered action, once; the body holds the version seen.
 * @param scope names the form: the same body sent twice from one form is one submission
 */
export const performAction = <Model>(
  api: Api,
  { method, url }: Pick<OfferedAction, 'method' | 'url'>,
  body: object,
  scope = `${api.prefix}${url}`,
): Promise<DocumentEnvelope<Model>> => submitOnce<DocumentEnvelope<Model>>(api, { scope, method, url, body });
