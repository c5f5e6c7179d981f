import { type ApiProblem, asProblem, type ListResult, type OwnDocument, useQueries } from '@portal/web-kit';
import { shellApi } from '../areas/clients.ts';
import type { AreaKind } from '../layout/staff-menu.ts';
import { inOrder, type Own } from './own-order.ts';

export interface OwnDocuments {
  own: Own[];
  loading: boolean;
  /** Kinds of documents whose service did not answer. */
  down: { from: AreaKind; problem: ApiProblem }[];
  reload(): void;
}

/** Loads the documents of the signed-in person from each service. If a service is down, only its rows are missing. */
export function useOwnDocuments(kinds: readonly AreaKind[], enabled: boolean): OwnDocuments {
  const lists = useQueries({
    queries: kinds.map(({ area, kind }) => ({
      queryKey: ['mine', area.api, kind.path],
      queryFn: ({ signal }: { signal: AbortSignal }) => shellApi(area.api).get<ListResult<OwnDocument>>(`${kind.path}/mine`, { signal }),
      enabled,
      staleTime: 0,
      retry: false,
    })),
  });
  const found = kinds.map((from, index) => ({ from, list: lists[index] }));
  return {
    own: inOrder(found.flatMap(({ from, list }) => (list?.data?.records ?? []).map((document) => ({ document, from })))),
    loading: enabled && lists.some((list) => list.isPending),
    down: found.flatMap(({ from, list }) => (list?.error ? [{ from, problem: asProblem(list.error) }] : [])),
    reload: () => {
      for (const list of lists) void list.refetch();
    },
  };
}
