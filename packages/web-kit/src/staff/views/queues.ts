import type { ListResult, SearchCriterion } from '@portal/contract-kit';
import type { Api } from '../../api/api.ts';
import { eq } from '../../catalogue/criteria.ts';
import { useQuery } from '../../query.ts';
import { background } from '../../session/session-store.ts';
import { useQueueChanges } from '../live/use-live.ts';

/** The queues of an official, in the order of their tabs. */
export const queueNames = ['MINE', 'UNASSIGNED', 'TEAM', 'OVERDUE', 'APPLICANT'] as const;
export type QueueName = (typeof queueNames)[number];
export type QueueCounts = Partial<Record<QueueName, number>>;

/** Returns the criterion that makes a list show a queue. */
export const queueCriterion = (name: QueueName): SearchCriterion => eq('queue', name);

/** Returns the queue that the criteria name. */
export function queueOf(criteria: readonly SearchCriterion[]): QueueName | undefined {
  const value = criteria.find(({ fieldName }) => fieldName === 'queue')?.values[0];
  return queueNames.find((name) => name === value);
}

/** First part of the query key of all counts that depend on who has which case. Every action of this page invalidates them all. */
export const countsKey = 'work-counts';

/** Reads how many documents are in each queue of the user. @param kind the path of a kind, such as `/v1/professional` */
export async function readQueueCounts(api: Api, kind: string, criteria: readonly SearchCriterion[], signal?: AbortSignal): Promise<QueueCounts> {
  const { records } = await api.get<ListResult<{ code: QueueName; count: number }>>(`${kind}/queues`, {
    query: criteria.length > 0 ? { q: { criteria } } : {},
    signal,
    headers: background,
  });
  return Object.fromEntries(records.map(({ code, count }) => [code, count]));
}

/** Returns how many documents are in each queue. The counts are read again when documents of the kind have changed, and when the window gets the focus. */
export function useQueueCounts(api: Api, kind: string, criteria: readonly SearchCriterion[], enabled = true): QueueCounts {
  const { data, refetch } = useQuery({
    queryKey: [countsKey, api.prefix, kind, criteria],
    queryFn: ({ signal }) => readQueueCounts(api, kind, criteria, signal),
    enabled,
    staleTime: 5_000,
    refetchOnWindowFocus: true,
    retry: false,
  });
  useQueueChanges([kind], () => {
    if (enabled) void refetch();
  });
  return data ?? {};
}
