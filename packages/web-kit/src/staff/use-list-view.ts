import { useApi } from '../api/api.ts';
import { useSession } from '../session/session.tsx';
import { useCaseColumns } from './case-columns.tsx';
import type { DocumentListProps } from './document-list-props.ts';
import { useMinute } from './due.tsx';
import { type ListLayout, shownColumns, useListLayout } from './list-layout.ts';
import { firstState, fixedCriteria, type ListState, readState, searchOf, sortOf, writeState } from './list-state.ts';
import { useOwnTabs } from './views/own-tabs.ts';
import { queueOf } from './views/queues.ts';
import { useSavedViews } from './views/saved-views.ts';
import { openingState } from './views/views-of-list.tsx';
import { useListPlace } from './work/use-work-list.ts';

const none: readonly never[] = [];

/** What a list shows: its state in the address, its columns and filters, the search, and the queues and views of the officer. */
export type ListView<Row extends object> = ReturnType<typeof useListView<Row>>;

export function useListView<Row extends object>(props: DocumentListProps<Row>) {
  const { search, preset = none, readRoles = none, cases = true, viewColumns, filters: ownFilters = none } = props;
  const { hasAnyRole } = useSession();
  const { params, setParams, address } = useListPlace();
  const [layout, setLayout] = useListLayout(search);
  const now = useMinute();
  const api = useApi(props.api);
  const kind = search.replace(/\/search$/, '');
  const rolePrefix = (readRoles[0] ?? '').replace(/-read$/, '');
  const mayRead = hasAnyRole(readRoles);
  // Only users who may read cases have queues.
  const works = cases && mayRead && rolePrefix !== '';
  const fixed = fixedCriteria(ownFilters, preset);
  const [own, setOwn] = useOwnTabs(api, [kind, ...fixed.flatMap(({ values }) => values)].join(' ').slice(0, 200), works);
  const queued = useCaseColumns(props.columns, ownFilters, works, now);
  const { filters } = queued;
  const { views, reload: reloadViews } = useSavedViews(api, kind, fixed, filters, works);
  const sortable = queued.columns.flatMap(({ sortBy }) => sortBy ?? []);
  const inAddress = params.get('q');
  const opening = inAddress === null && works ? openingState(own, views, fixed) : undefined;
  const state = opening ?? readState(inAddress, filters, preset, sortable);
  const queue = queueOf(state.criteria);
  const columns = queued.columnsIn(queue);
  const shown = shownColumns(columns, state.columns ?? layout.columns);
  const density = state.density ?? layout.density;
  const sort = sortOf(state, filters);

  const paramsWith = (next: ListState) => {
    const all = new URLSearchParams(params);
    all.set('q', writeState(next));
    return all;
  };
  const go = (next: ListState) => setParams(paramsWith(next));
  // If a view or a link brought a layout, that layout stays in the address. The officer's own layout is stored on the device.
  const showLayout = (next: ListLayout) => {
    setLayout(next);
    if (state.columns || state.density) go({ ...state, columns: next.columns, density: next.density });
  };

  return {
    address,
    api,
    kind,
    rolePrefix,
    mayRead,
    works,
    now,
    fixed,
    filters,
    /** The number of criteria that are no tab. */
    filtered: state.criteria.filter(({ fieldName }) => !filters.find(({ field }) => field === fieldName)?.tab).length,
    own,
    setOwn,
    views,
    reloadViews,
    /** The state of the list without any queue or view. */
    whole: firstState(filters, preset),
    state,
    queue,
    columns,
    shown,
    /** Returns the address of a row's case. */
    openCase: queued.columns[0]?.link,
    layout,
    setLayout,
    showLayout,
    density,
    sort,
    q: searchOf({ ...state, sort }, fixed, viewColumns),
    paramsWith,
    go,
  };
}
