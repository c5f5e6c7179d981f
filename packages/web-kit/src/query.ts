import { hashKey, QueryClient, useQueries as useTanstackQueries, useQuery as useTanstackQuery } from '@tanstack/react-query';
import { ApiProblem } from './api/problem.ts';
import { currentLanguage, onLanguageChange, useLanguage } from './language/i18n.ts';

/** The parts of TanStack Query that screens use. */
export { keepPreviousData, type QueryClient, type UseQueryResult, useQueryClient } from '@tanstack/react-query';

/** TanStack Query's `useQuery`, which also fetches again when the language changes, because the server answers in the user's language. */
export const useQuery = ((...args: Parameters<typeof useTanstackQuery>) => {
  useLanguage();
  return useTanstackQuery(...args);
}) as typeof useTanstackQuery;

/** TanStack Query's `useQueries`, which also fetches again when the language changes. */
export const useQueries = ((options: Parameters<typeof useTanstackQueries>[0]) => {
  useLanguage();
  return useTanstackQueries(options);
}) as typeof useTanstackQueries;

/** The first part of the keys of queries for what the catalogues demand of a form: its questions, requirements and fees. */
export const demanded = 'demands';

/** Loads what the catalogues demand again if the service has refused a form (422): a question may have been added since the form was opened. */
export function renewDemands(cache: QueryClient, problem: ApiProblem): void {
  if (problem.status === 422) void cache.invalidateQueries({ queryKey: [demanded] });
}

/** Creates a query cache: one for each area and one for the shell. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        // The language is part of every key, so that an answer in one language is never shown in another.
        queryKeyHashFn: (key) => `${currentLanguage()} ${hashKey(key)}`,
        networkMode: 'always',
        // Retries when the network is lost or a service is down, but not after a refusal.
        retry: (count, error) => count < 2 && error instanceof ApiProblem && error.retryable,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  onLanguageChange(() => carryOver(client));
  return client;
}

/**
 * Copies the data that the screens show now to the keys of the new language, marked as stale. Each screen then stays as it is, with its form, until the answer
 * in the new language has arrived. All other cached data becomes stale too.
 */
function carryOver(client: QueryClient): void {
  const cache = client.getQueryCache();
  const known = cache.getAll();
  for (const query of known) query.invalidate();
  for (const query of known) {
    if (!query.isActive() || query.state.data === undefined) continue;
    const state = { ...query.state, isInvalidated: true, fetchStatus: 'idle' as const, fetchMeta: null };
    cache.build(client, { ...query.options, queryKey: query.queryKey, queryHash: undefined }).setState(state);
  }
}
