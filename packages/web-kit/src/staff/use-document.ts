import type { DocumentEnvelope } from '@portal/contract-kit';
import { useCallback, useMemo } from 'react';
import { type Api, useApi } from '../api/api.ts';
import { type ApiProblem, asProblem } from '../api/problem.ts';
import { useQuery, useQueryClient } from '../query.ts';

export interface LoadedDocument<Model> {
  envelope?: DocumentEnvelope<Model>;
  loading: boolean;
  problem?: ApiProblem;
  /** Asks the server anew; gives what it answers. */
  reload(): Promise<DocumentEnvelope<Model> | undefined>;
  /** Takes the answer of an action as the document. */
  replace(envelope: DocumentEnvelope<Model>): void;
}

/**
 * A document by its path (`/v1/professional/<id>/document`); without a path nothing is loaded.
 * It is fetched anew on each visit and not behind the reader's back: a form may be open on it.
 */
export function useDocument<Model>(api: Api | string, path: string | undefined): LoadedDocument<Model> {
  const named = useApi(typeof api === 'string' ? api : undefined);
  const client = typeof api === 'string' ? named : api;
  const cache = useQueryClient();
  const key = useMemo(() => ['document', client.prefix, path], [client.prefix, path]);
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => client.get<DocumentEnvelope<Model>>(path ?? '', { signal }),
    enabled: path !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchOnReconnect: false,
  });
  const { refetch } = query;
  const reload = useCallback(async () => (await refetch()).data, [refetch]);
  const replace = useCallback((envelope: DocumentEnvelope<Model>) => void cache.setQueryData(key, envelope), [cache, key]);
  return { envelope: query.data, loading: path !== undefined && query.isPending, problem: query.error ? asProblem(query.error) : undefined, reload, replace };
}
