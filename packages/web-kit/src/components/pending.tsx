import { asProblem } from '../api/problem.ts';
import { FailurePanel, LoadingPanel } from './states.tsx';

export interface PendingQuery {
  error: unknown;
  refetch(): unknown;
}

/** Stands in place of a query's data: it is loading, or it failed and can be tried again. @param page the failure is the whole page's */
export function Pending({ query, page }: { query: PendingQuery; page?: boolean }) {
  if (!query.error) return <LoadingPanel />;
  return <FailurePanel problem={asProblem(query.error)} retry={() => void query.refetch()} page={page} />;
}
