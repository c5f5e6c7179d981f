import { hashKey, QueryClient, useQueries as useTanstackQueries, useQuery as useTanstackQuery } from '@tanstack/react-query';
import { ApiProblem } from './api/problem.ts';
import { currentLanguage, onLanguageChange, useLanguage } from './language/i18n.ts';

/** What screens use of TanStack Query. */
export { keepPreviousData, type QueryClient, type UseQueryResult, useQueryClient } from '@tanstack/react-query';

/** TanStack Query's `useQuery`. A change of language fetches again, because the server answers in the reader's language. */
export const useQuery = ((...args: Parameters<typeof useTanstackQuery>) => {
  useLanguage();
  return useTanstackQuery(...args);
}) as typeof useTanstackQuery;

/** The same for several queries at once. */
export const useQueries = ((options: Parameters<typeof useTanstackQueries>[0]) => {
  useLanguage();
  return useTanstackQueries(options);
}) as typeof useTanstackQueries;

/** A cache of answers, one for each area and one for the shell. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        // The language is part of every key: an answer in one language is never shown in the other.
        queryKeyHashFn: (key) => `${currentLanguage()} ${hashKey(key)}`,
        networkMode: 'always',
        // Retry a lost network or a service that is down, but not a refusal.
        retry: (count, error) => count < 2 && error instanceof ApiProblem && error.retryable,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  onLanguageChange(() => carryOver(client));
  return client;
}

/**
 * Carries what the screens show now over to the keys of the new language, as outdated: each screen stays as it is, with its form,
 * until the answer in the new language is there. Everything else that is known in the new language is outdated too.
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
