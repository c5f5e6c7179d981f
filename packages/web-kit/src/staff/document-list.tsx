import { type SearchCriterion, valueAt } from '@portal/contract-kit';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { useApi } from '../api/api.ts';
import { exportDocuments, searchDocuments } from '../api/documents.ts';
import { saveBlob } from '../api/download.ts';
import { asProblem } from '../api/problem.ts';
import { Button, ButtonGroup, ButtonLink, IconButton } from '../components/button.tsx';
import { StaffPage } from '../components/page.tsx';
import { EmptyState, FailurePanel } from '../components/states.tsx';
import { useFormat } from '../language/format.ts';
import { useKitText, useText } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';
import { keepPreviousData, useQuery } from '../query.ts';
import { useSession } from '../session/session.tsx';
import { ColumnsDialog } from './columns-dialog.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { FilterChips, FilterDialog } from './list-filter.tsx';
import { shownColumns, useListLayout } from './list-layout.ts';
import { fixedCriteria, type ListFilter, type ListState, PAGE_SIZE, readState, searchOf, writeState } from './list-state.ts';
import { type ListColumn, ListTable } from './list-table.tsx';
import { useCommand } from './work/commands.ts';
import { DoneMessage } from './work/done-message.tsx';
import { Queue } from './work/queue.tsx';
import { useListPlace, useWorkList } from './work/use-work-list.ts';

export interface ListLink {
  to: string;
  label: Label;
  /** The user needs any one of them; none or an empty list means everybody. */
  roles?: readonly string[];
}

export interface DocumentListProps<Row> {
  title: Label;
  caption?: Label;
  /** The service's prefix (`/api/trips`). */
  api: string;
  /** The search's path (`/v1/triptic/trip/search`). */
  search: string;
  columns: readonly ListColumn<Row>[];
  filters?: readonly ListFilter[];
  /** The initial state of the list. Users can remove criteria on filter fields; the others always apply. */
  preset?: readonly SearchCriterion[];
  /** Roles that may open a document and its history. */
  readRoles?: readonly string[];
  /** Roles that may filter. */
  searchRoles?: readonly string[];
  /** A row's history (`/v1/triptic/trip/<id>/history`). */
  history?: (row: Row) => string;
  rowActions?: (row: Row) => ReactNode;
  /** Beside the title. */
  links?: readonly ListLink[];
  /** False for records that do not wait for officials, such as receipts: they have no due date and nobody claims them. */
  cases?: boolean;
  viewColumns?: string[];
  csvName?: string;
  emptyText?: Label;
}

const none: readonly never[] = [];

/** A staff list over a search: newest first, 25 rows per page, with its whole state in the address (`?q=`). */
export function DocumentList<Row extends object>({
  title,
  caption,
  api: prefix,
  search,
  columns: own,
  filters: ownFilters = none,
  preset = none,
  readRoles = none,
  searchRoles = none,
  history,
  rowActions,
  links = none,
  cases = true,
  viewColumns,
  csvName = 'list.csv',
  emptyText,
}: DocumentListProps<Row>) {
  const kit = useKitText();
  const text = useText();
  const { hasAnyRole } = useSession();
  const { params, setParams, address } = useListPlace();
  const [filtering, setFiltering] = useState(false);
  const [past, setPast] = useState<Row>();
  const [choosing, setChoosing] = useState(false);
  const [layout, setLayout] = useListLayout(search);
  const api = useApi(prefix);
  const { columns, filters } = useCaseColumns(own, ownFilters, cases);
  const shown = shownColumns(columns, layout.columns);
  const state = readState(
    params.get('q'),
    filters,
    preset,
    columns.flatMap(({ sortBy }) => sortBy ?? []),
  );
  const q = searchOf(state, fixedCriteria(filters, preset), viewColumns);
  const list = useQuery({
    queryKey: ['list', prefix, search, q],
    queryFn: ({ signal }) => searchDocuments<Row>(api, search, q, signal),
    // An officer who returns to the list sees the changes made meanwhile.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const csv = useCsv(() => exportDocuments(api, search, { ...q, paging: { page: 1, size: PAGE_SIZE } }), csvName);

  const failed = csv.failed ? kit('errors.download') : '';
  // The same array while it is unchanged: a new one would take the focus again.
  const alerts = useMemo(() => (failed ? [failed] : none), [failed]);

  const paramsWith = (next: ListState) => {
    const all = new URLSearchParams(params);
    all.set('q', writeState(next));
    return all;
  };
  const go = (next: ListState) => setParams(paramsWith(next));

  const { sort } = state;
  const rows = list.data?.records ?? none;
  const total = list.data?.totalRecords ?? 0;
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const fresh = list.isSuccess && !list.isFetching;
  const mayFilter = filters.length > 0 && hasAnyRole(searchRoles);
  useCommand('search', kit('keys.search'), mayFilter ? () => setFiltering(true) : undefined);
  const desk = useWorkList({ title: text(title), address, rows, page: state.page, pages, fresh, openPage: (page) => go({ ...state, page }) });

  const problem = list.error ? asProblem(list.error) : undefined;
  // A user who may not see the list gets a message instead of the page.
  if (problem && (problem.status === 401 || problem.status === 403)) return <FailurePanel problem={problem} />;

  const mayRead = hasAnyRole(readRoles);
  const rowHistory = history && mayRead ? history : undefined;
  const actions =
    rowHistory || rowActions
      ? (row: Row) => (
          <>
            {rowHistory ? <IconButton icon="history" label={`${kit('action.history')} ${nameOf(row)}`.trim()} onClick={() => setPast(row)} /> : null}
            {rowActions?.(row)}
          </>
        )
      : undefined;

  if (desk) return desk.wide ? <Queue desk={desk} title={text(title)} total={total} rows={rows} columns={columns} loading={list.isFetching} /> : null;

  return (
    <StaffPage
      title={title}
      caption={caption}
      alerts={alerts}
      onDismissAlerts={csv.dismiss}
      actions={
        <ButtonGroup>
          {links
            .filter((link) => hasAnyRole(link.roles ?? none))
            .map((link) => (
              <ButtonLink key={link.to} to={link.to} variant="secondary" small>
                {text(link.label)}
              </ButtonLink>
            ))}
        </ButtonGroup>
      }
    >
      <DoneMessage />
      <div className="portal-list__bar">
        {mayFilter ? (
          <Button variant="secondary" small aria-haspopup="dialog" onClick={() => setFiltering(true)}>
            {kit('list.filter')}
            {state.criteria.length > 0 ? ` (${state.criteria.length})` : ''}
          </Button>
        ) : null}
        <FilterChips filters={filters} criteria={state.criteria} onChange={(criteria) => go({ ...state, criteria, page: 1 })} />
        <p className="portal-list__count" role="status">
          {list.data ? <strong>{kit('list.count', { count: total })}</strong> : kit('page.loading')}
          <Updated at={list.dataUpdatedAt} />
        </p>
        <div className="portal-list__tools">
          <Button variant="secondary" small aria-haspopup="dialog" onClick={() => setChoosing(true)}>
            {kit('list.columns')}
          </Button>
          <Button
            variant="secondary"
            small
            aria-pressed={layout.density === 'comfortable'}
            onClick={() => setLayout({ ...layout, density: layout.density === 'comfortable' ? 'compact' : 'comfortable' })}
          >
            {kit('list.allText')}
          </Button>
          <Button variant="secondary" small busy={list.isFetching} onClick={() => list.refetch()}>
            {kit('action.reload')}
          </Button>
          <Button variant="secondary" small busy={csv.busy} onClick={csv.save}>
            {csv.busy ? kit('action.downloading') : kit('list.export')}
          </Button>
        </div>
      </div>
      {problem ? <FailurePanel problem={problem} retry={() => void list.refetch()} /> : null}
      {problem && !list.data ? null : list.data && rows.length === 0 ? (
        <EmptyState title={state.criteria.length > 0 ? kit('list.emptyFiltered') : (emptyText ?? kit('list.empty'))}>
          {total > 0 ? (
            <Link className="govuk-link" to={{ search: paramsWith({ ...state, page: 1 }).toString() }}>
              {kit('list.page', { page: 1, pages })}
            </Link>
          ) : state.criteria.length > 0 ? (
            <Button variant="link" onClick={() => go({ ...state, criteria: [], page: 1 })}>
              {kit('list.clearAll')}
            </Button>
          ) : null}
        </EmptyState>
      ) : (
        <ListTable<Row>
          caption={text(title)}
          columns={shown}
          density={layout.density}
          rows={rows}
          loading={!list.data}
          mayRead={mayRead}
          sort={sort}
          onSort={(next) => go({ criteria: state.criteria, page: 1, sort: next })}
          actions={actions}
        />
      )}
      {pages > 1 && rows.length > 0 ? <Pages page={state.page} pages={pages} searchOf={(page) => paramsWith({ ...state, page }).toString()} /> : null}
      <FilterDialog
        filters={filters}
        criteria={state.criteria}
        open={filtering}
        onClose={() => setFiltering(false)}
        onApply={(criteria) => {
          setFiltering(false);
          go({ ...state, criteria, page: 1 });
        }}
      />
      {choosing ? (
        <ColumnsDialog
          columns={columns}
          shown={shown.map(({ field }) => field)}
          onClose={() => setChoosing(false)}
          onApply={(fields) => {
            setChoosing(false);
            setLayout({ density: layout.density, columns: fields });
          }}
        />
      ) : null}
      {past && rowHistory ? <HistoryDialog api={prefix} url={rowHistory(past)} title={nameOf(past)} open onClose={() => setPast(undefined)} /> : null}
    </StaffPage>
  );
}

/** The list's own columns and filters, and those of the work on every kind of document: by when it is due, and with whom it is. */
function useCaseColumns<Row>(columns: readonly ListColumn<Row>[], filters: readonly ListFilter[], cases: boolean) {
  const kit = useKitText();
  if (!cases) return { columns, filters };
  const [due, assignee] = [kit('list.due'), kit('list.assignee')];
  const assignees = [
    { code: 'ME', name: kit('list.mine') },
    { code: 'NONE', name: kit('list.nobody') },
  ];
  return {
    columns: [
      ...columns,
      { field: 'dueAt', title: due, type: 'dateTime', sortBy: 'dueAt', optional: true },
      { field: 'assignee.name', title: assignee, width: 12, optional: true },
    ] satisfies ListColumn<Row>[],
    filters: [
      ...filters,
      { field: 'dueAt', label: due, dataType: 'DATE', operations: ['LTE', 'GTE', 'EQ'], type: 'date' },
      { field: 'assignee', label: assignee, dataType: 'TEXT', operations: ['EQ', 'NEQ'], type: 'select', records: assignees },
    ] satisfies ListFilter[],
  };
}

/** The reference of a row; drafts have none. */
const nameOf = (row: object): string => String(valueAt(row, 'serialReference.reference') ?? '');

function Updated({ at }: { at: number }) {
  const kit = useKitText();
  const format = useFormat();
  return at > 0 ? <span className="portal-muted"> · {kit('list.updated', { time: format.time(at) })}</span> : null;
}

function Pages({ page, pages, searchOf: search }: { page: number; pages: number; searchOf: (page: number) => string }) {
  const kit = useKitText();
  const step = (to: number, words: string) =>
    to >= 1 && to <= pages ? (
      <Link className="govuk-link portal-pages__link" to={{ search: search(to) }} rel={to < page ? 'prev' : 'next'}>
        {words}
      </Link>
    ) : (
      <span className="portal-pages__link portal-muted">{words}</span>
    );
  return (
    <nav className="portal-pages" aria-label={kit('list.pagination')}>
      {step(page - 1, kit('list.previous'))}
      <span aria-current="page">{kit('list.page', { page, pages })}</span>
      {step(page + 1, kit('list.next'))}
    </nav>
  );
}

/** The export: the same search as a file, and whether the download succeeded. */
function useCsv(load: () => Promise<Blob>, fileName: string) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const save = async () => {
    setState('busy');
    try {
      saveBlob(await load(), fileName);
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  return { save, busy: state === 'busy', failed: state === 'failed', dismiss: () => setState('idle') };
}
