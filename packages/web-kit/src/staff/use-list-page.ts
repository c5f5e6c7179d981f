import type { SearchQuery } from '@portal/contract-kit';
import type { Api } from '../api/api.ts';
import { type FoundDocuments, searchDocuments } from '../api/documents.ts';
import { keepPreviousData, type UseQueryResult, useQuery } from '../query.ts';
import { countsKey } from './views/queues.ts';

/** The rows are shown before more than these are counted. */
const COUNTED_AT_ONCE = 1_000;

export interface ListPage<Row> {
  list: UseQueryResult<FoundDocuments<Row>>;
  total: number;
  /** There are more than `total`: how many is being counted. */
  isMore: boolean;
}

/** One page of a staff list. Where very many documents match, its rows come first, and their number when it is counted. */
export function useListPage<Row>(api: Api, search: string, q: SearchQuery): ListPage<Row> {
  const list = useQuery({
    queryKey: ['list', api.prefix, search, q],
    queryFn: ({ signal }) => searchDocuments<Row>(api, search, { ...q, totalUpTo: COUNTED_AT_ONCE }, signal),
    // An officer who returns to the list sees the changes made meanwhile.
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
  return { list, total: known?.totalRecords ?? list.data?.totalRecords ?? 0, isMore: isMore && known === undefined };
}
