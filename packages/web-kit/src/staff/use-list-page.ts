import type { SearchQuery } from '@portal/contract-kit';
import type { Api } from '../api/api.ts';
import { type FoundDocuments, searchDocuments } from '../api/documents.ts';
import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from '../query.ts';
import { countsKey } from './views/queues.ts';

/** The number up to which the first request counts documents, so that the rows can be shown before a longer count is done. */
const COUNTED_AT_ONCE = 1_000;

export interface ListPage<Row> {
  list: UseQueryResult<FoundDocuments<Row>>;
  total: number;
  /** Whether there are more documents than `total`: the exact number is still being counted. */
  isMore: boolean;
  /** Reads the rows again, and all numbers beside them: how many match, how many each saved view finds, and how many are in each queue. */
  reload(): void;
  /** Reads the numbers of this search again, except those that are being counted already. */
  recount(): void;
}

/** Loads one page of a staff list. If very many documents match, the rows come first, and their number follows when it has been counted. */
export function useListPage<Row>(api: Api, search: string, q: SearchQuery): ListPage<Row> {
  const client = useQueryClient();
  const list = useQuery({
    queryKey: ['list', api.prefix, search, q],
    queryFn: ({ signal }) => searchDocuments<Row>(api, search, { ...q, totalUpTo: COUNTED_AT_ONCE }, signal),
    // Always stale, so that an officer who returns to the list sees the changes made meanwhile.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const isMore = list.data?.atLeast === true;
  const counted = useQuery({
    queryKey: [countsKey, api.prefix, search, { criteria: q.criteria }],
    queryFn: ({ signal }) => searchDocuments<object>(api, search, { criteria: q.criteria, paging: { page: 1, size: 1 }, viewColumns: ['id'] }, signal),
    enabled: isMore && !list.isPlaceholderData,
    staleTime: 30_000,
  });
  const known = isMore ? counted.data : list.data;
  const reload = () => {
    void list.refetch();
    void client.invalidateQueries({ queryKey: [countsKey, api.prefix] });
  };
  const recount = () => void client.invalidateQueries({ queryKey: [countsKey, api.prefix, search] }, { cancelRefetch: false });
  return { list, total: known?.totalRecords ?? list.data?.totalRecords ?? 0, isMore: isMore && known === undefined, reload, recount };
}
