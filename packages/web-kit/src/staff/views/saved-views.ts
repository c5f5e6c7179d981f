import type { ListResult, SearchCriterion, SearchQuery } from '@portal/contract-kit';
import type { Api } from '../../api/api.ts';
import { searchDocuments } from '../../api/documents.ts';
import { useQueries, useQuery } from '../../query.ts';
import { isColumns, isDensity } from '../list-layout.ts';
import type { ListFilter, ListState } from '../list-state.ts';
import { countsKey } from './queues.ts';

/** A list that somebody saved, as the service stores it. */
export interface SavedView {
  id: string;
  name: string;
  list: string;
  q: Partial<SearchQuery>;
  columns: string[];
  density: string | null;
  sharedWithRole: string | null;
  owner: { name: string };
  mine: boolean;
}

export type ViewContent = Pick<SavedView, 'name' | 'list' | 'q' | 'columns' | 'density' | 'sharedWithRole'>;

const views = '/v1/views';
export const addView = (api: Api, content: ViewContent): Promise<{ model: SavedView }> => api.post(views, content);
export const changeView = (api: Api, id: string, content: ViewContent): Promise<{ model: SavedView }> => api.put(`${views}/${id}`, content);
export const deleteView = (api: Api, id: string): Promise<void> => api.delete(`${views}/${id}`);

/** Returns the part of a list's state that a view stores. @param fixed the list's own criteria, which distinguish it from other lists of its kind */
export const contentOf = (
  { criteria, sort, columns, density }: ListState,
  fixed: readonly SearchCriterion[],
): Pick<SavedView, 'q' | 'columns' | 'density'> => ({
  q: {
    criteria: [...fixed, ...criteria],
    ...(sort ? { sorting: [{ fieldName: sort.field, direction: sort.descending ? 'DESC' : 'ASC' }] } : {}),
  },
  columns: columns ?? [],
  density: density ?? null,
});

const same = (one: SearchCriterion, other: SearchCriterion): boolean =>
  one.fieldName === other.fieldName && one.operation === other.operation && one.values.join() === other.values.join();

/**
 * Whether a view belongs to the list with these fixed criteria and filters: the two movements of trips, for example, are two lists of one kind. A list without a
 * filter for one of the view's criteria would leave that criterion out, and show more than the view.
 */
export const belongsTo = (
  { q: { criteria = [] } }: Pick<SavedView, 'q'>,
  fixed: readonly SearchCriterion[],
  filters: readonly Pick<ListFilter, 'field'>[],
): boolean =>
  fixed.every((own) => criteria.some((line) => same(line, own))) &&
  criteria.every((line) => fixed.some((own) => same(line, own)) || filters.some(({ field }) => field === line.fieldName));

/** Returns the state in which a list shows a view. */
export function stateOf({ q, columns, density }: Pick<SavedView, 'q' | 'columns' | 'density'>, fixed: readonly SearchCriterion[]): ListState {
  const [first] = q.sorting ?? [];
  return {
    criteria: (q.criteria ?? []).filter((line) => !fixed.some((own) => same(line, own))),
    page: 1,
    ...(first ? { sort: { field: first.fieldName, descending: first.direction === 'DESC' } } : {}),
    ...(isColumns(columns) ? { columns } : {}),
    ...(isDensity(density) ? { density } : {}),
  };
}

const noViews: readonly SavedView[] = [];

/** Returns the user's views of a list, and those that colleagues share. */
export function useSavedViews(
  api: Api,
  list: string,
  fixed: readonly SearchCriterion[],
  filters: readonly ListFilter[],
  enabled: boolean,
): { views: readonly SavedView[]; reload(): void } {
  const { data, refetch } = useQuery({
    queryKey: ['views', api.prefix, list],
    queryFn: ({ signal }) => api.get<ListResult<SavedView>>(views, { query: { list }, signal }),
    enabled,
    retry: false,
  });
  return { views: data?.records.filter((view) => belongsTo(view, fixed, filters)) ?? noViews, reload: () => void refetch() };
}

/** Returns how many documents each view finds. */
export function useViewCounts(api: Api, search: string, all: readonly SavedView[]): ReadonlyMap<string, number> {
  const counts = useQueries({
    queries: all.map(({ q }) => ({
      queryKey: [countsKey, api.prefix, search, q],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        searchDocuments<object>(api, search, { criteria: q.criteria ?? [], paging: { page: 1, size: 1 }, viewColumns: ['id'] }, signal),
      staleTime: 30_000,
      refetchOnWindowFocus: true,
      retry: false,
    })),
  });
  return new Map(all.flatMap(({ id }, index) => (counts[index]?.data ? [[id, counts[index].data.totalRecords] as const] : [])));
}
