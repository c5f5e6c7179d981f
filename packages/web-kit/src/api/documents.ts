import type { DocumentEnvelope, HistoryRequest, HistoryResponse, ListResult, OfferedAction, SearchQuery } from '@portal/contract-kit';
import type { Api } from './api.ts';
import { submitOnce } from './retry.ts';

/** One page of a search (`/v1/triptic/trip/search`), of a staff list or of a public finder (`…/find`). */
export const searchDocuments = <Row>(api: Api, path: string, q: SearchQuery, signal?: AbortSignal): Promise<ListResult<Row>> =>
  api.get<ListResult<Row>>(path, { query: { q }, signal });

/** All rows of a search as CSV. */
export const exportDocuments = (api: Api, path: string, q: SearchQuery): Promise<Blob> => api.blob(path, { query: { q }, accept: 'text/csv' });

/** What was done with a document, or the steps of its workflow. */
export const readHistory = (api: Api, path: string, request: HistoryRequest, signal?: AbortSignal): Promise<HistoryResponse> =>
  api.post<HistoryResponse>(path, request, { signal });

/** Does an offered action, once; the body holds the version seen. */
export const performAction = <Model>(api: Api, action: Pick<OfferedAction, 'method' | 'url'>, body: object): Promise<DocumentEnvelope<Model>> =>
  submitOnce<DocumentEnvelope<Model>>(api, { scope: `${api.prefix}${action.url}`, method: action.method, url: action.url, body });
