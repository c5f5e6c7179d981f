import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './api/problem.ts';

/** Server state as screens see it. */
export { keepPreviousData, QueryClient, QueryClientProvider, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

/** One cache for the page: an area that is entered again shows at once what it knew. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      // A refusal does not change by asking again; a lost network or a part that is down may.
      retry: (count, error) => count < 2 && error instanceof ApiProblem && error.retryable,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
