import { type DocumentEnvelope, valueAt } from '@portal/contract-kit';
import { useEffect, useState } from 'react';
import { type Api, type CallOptions, useApi } from '../api/api.ts';
import { ApiProblem, asProblem } from '../api/problem.ts';
import { useOnline } from '../components/states.tsx';
import { type QueryClient, useQuery, useQueryClient } from '../query.ts';
import { useLocation } from '../router.ts';
import { rememberOpened } from '../session/opened-documents.ts';
import { useSession } from '../session/session.tsx';
import { background } from '../session/session-store.ts';

/** Returns the path of a document: `/v1/professional/<id>`. @param kind the path of its kind, such as `/v1/professional` */
export const documentPath = (kind: string, id: string): string => `${kind}/${encodeURIComponent(id)}`;

/** Returns the key of a document in the area's query cache. Without an id it is the key of the blank document. */
export const documentKey = (kind: string, id?: string, version?: string): string[] => ['document', kind, id ?? 'info', version ?? ''];

/** A loaded document. */
export interface LoadedDocument<Model> extends DocumentEnvelope<Model> {
  /** Set by the service worker: this is the copy that the device has kept, because the network did not answer in time. */
  kept?: true;
}

/**
 * After how many ms a page with the copy of the device asks the network: first also where the browser says that there is no network, so that a form that waits for
 * the document can say it; and again after each attempt without an answer.
 */
const ASK_MS = 1_000;
const ASK_AGAIN_MS = 15_000;

/** Headers of a call that the service worker does not answer from the device, however long the network takes. */
export const fromNetwork: Readonly<Record<string, string>> = { 'cache-control': 'no-cache' };

/**
 * Loads a document by its id, or a past version of it. Without an id, loads a blank document with the actions that register one. An open page also loads its
 * document again by itself, so no loading counts as activity of the user.
 */
export function loadDocument<Model>(
  api: Api,
  kind: string,
  id?: string,
  version?: string,
  { signal, headers }: Pick<CallOptions, 'signal' | 'headers'> = {},
): Promise<LoadedDocument<Model>> {
  const rest = version ? `${encodeURIComponent(version)}/version` : 'document';
  return api.get<LoadedDocument<Model>>(id ? `${documentPath(kind, id)}/${rest}` : `${kind}/info`, { signal, headers: { ...background, ...headers } });
}

/** Shows the answer to an action as the document. A load that was sent before the action could answer later with the old document, so it is cancelled. */
export function showAnswer<Model>(cache: QueryClient, kind: string, answer: DocumentEnvelope<Model>): void {
  const queryKey = documentKey(kind, answer.model.id);
  void cache.cancelQueries({ queryKey, exact: true });
  cache.setQueryData(queryKey, answer);
}

/**
 * Loads a document (`loadDocument`) as a query of the screen. Each visit fetches it again, but an open form is never replaced in the background. The device's
 * copy (`kept`) is taken only where the page shows nothing yet, and the document from the network follows. A form that changes the document waits for that. The
 * browser does not always notice that the network is back, so a page with the copy asks again.
 * @param prefix prefix of the service, if it is not the area's own
 */
export function useDocument<Model>(kind: string, id?: string, version?: string, prefix?: string) {
  const api = useApi(prefix);
  const cache = useQueryClient();
  const queryKey = documentKey(kind, id, version);
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => loadDocument<Model>(api, kind, id, version, { signal, headers: id && cache.getQueryData(queryKey) ? fromNetwork : undefined }),
    staleTime: id ? 0 : Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchInterval: ({ state: { data, error } }) => {
      if (!data?.kept) return false;
      if (!error) return ASK_MS;
      return error instanceof ApiProblem && error.retryable ? ASK_AGAIN_MS : false;
    },
  });
  const { data, refetch } = query;
  const isKept = data?.kept === true;
  const online = useOnline();
  useEffect(() => {
    if (isKept && online) void refetch({ cancelRefetch: false });
  }, [isKept, online, refetch]);
  useRemembered(id ? data?.model : undefined);
  return query;
}

/** Remembers the documents that an official opened last, so that the official can find them again. */
function useRemembered(model: object | undefined): void {
  const { pathname } = useLocation();
  const reference = model && valueAt(model, 'serialReference.reference');
  const isOfficial = useSession().roles.length > 0;
  useEffect(() => {
    if (isOfficial && typeof reference === 'string' && !pathname.startsWith('/eservice/')) rememberOpened({ url: pathname, reference });
  }, [isOfficial, reference, pathname]);
}

/** The document of a form and its loading state. The form is rendered before its document has loaded. */
export interface BlankForm<Model> {
  info: DocumentEnvelope<Model>;
  /** False while `info` holds only what is known without the service. */
  loaded: boolean;
  /** Why the document could not be loaded; `retry` loads it again. */
  problem?: ApiProblem;
  retry(): void;
}

/**
 * Loads the blank document of a form that must be visible at once, also in the area's prerendered HTML.
 * @param blank what the form shows of the document before the service has answered
 */
export function useBlankDocument<Model>(kind: string, blank: Partial<Model>): BlankForm<Model> {
  const query = useDocument<Model>(kind);
  const [start] = useState<DocumentEnvelope<Model>>(() => ({ model: blank as DocumentEnvelope<Model>['model'], actions: [] }));
  return {
    info: query.data ?? start,
    loaded: query.data !== undefined,
    problem: query.error ? asProblem(query.error) : undefined,
    retry: () => void query.refetch(),
  };
}
