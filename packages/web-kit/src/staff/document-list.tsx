import { type SearchCriterion, valueAt } from '@portal/contract-kit';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useApi } from '../api/api.ts';
import { exportDocuments } from '../api/documents.ts';
import { saveBlob } from '../api/download.ts';
import { asProblem } from '../api/problem.ts';
import { Button, ButtonGroup, ButtonLink, IconButton } from '../components/button.tsx';
import { InsetText } from '../components/content.tsx';
import { StaffPage } from '../components/page.tsx';
import { EmptyState, FailurePanel } from '../components/states.tsx';
import { useFormat } from '../language/format.ts';
import { useKitText, useText } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';
import { useQueryClient } from '../query.ts';
import { useSession } from '../session/session.tsx';
import { BulkBar } from './bulk/bulk-bar.tsx';
import type { BulkActions } from './bulk/bulk-dialog.tsx';
import { useSelection } from './bulk/selection.ts';
import { TakeNext } from './bulk/take-next.tsx';
import { useCaseColumns } from './case-columns.tsx';
import { ColumnsDialog } from './columns-dialog.tsx';
import { Escalated, timeOf, useMinute } from './due.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { FilterChips, FilterDialog } from './list-filter.tsx';
import { type ListLayout, shownColumns, useListLayout } from './list-layout.ts';
import { firstState, fixedCriteria, type ListFilter, type ListState, PAGE_SIZE, readState, searchOf, sortOf, writeState } from './list-state.ts';
import { type ListColumn, ListTable, widthOf } from './list-table.tsx';
import { slowly } from './live/throttle.ts';
import { useQueueChanges } from './live/use-live.ts';
import { useListPage } from './use-list-page.ts';
import { useOwnTabs } from './views/own-tabs.ts';
import { countsKey, queueOf } from './views/queues.ts';
import { useSavedViews } from './views/saved-views.ts';
import { openingState, ViewsOfList } from './views/views-of-list.tsx';
import { useCommand } from './work/commands.ts';
import { DoneMessage } from './work/done-message.tsx';
import { Queue } from './work/queue.tsx';
import { useCaseAddress, useListPlace, useWorkList } from './work/use-work-list.ts';

export interface ListLink {
  to: string;
  label: Label;
  /** The user needs any one of these roles. None or an empty list means everybody. */
  roles?: readonly string[];
}

export interface DocumentListProps<Row> {
  title: Label;
  caption?: Label;
  /** The prefix of the service (`/api/trips`). */
  api: string;
  /** The path of the search (`/v1/triptic/trip/search`). */
  search: string;
  columns: readonly ListColumn<Row>[];
  filters?: readonly ListFilter[];
  /** The initial criteria of the list. Users can remove those on filter fields; the others always apply. */
  preset?: readonly SearchCriterion[];
  /** Roles that may open a document and its history. */
  readRoles?: readonly string[];
  /** Roles that may filter. */
  searchRoles?: readonly string[];
  /** Returns the address of a row's history (`/v1/triptic/trip/<id>/history`). */
  history?: (row: Row) => string;
  rowActions?: (row: Row) => ReactNode;
  /** Links that are shown beside the title. */
  links?: readonly ListLink[];
  /** Whether the records are cases. False for records that do not wait for officials, such as receipts: they have no due date and nobody claims them. */
  cases?: boolean;
  /** The actions that can be performed on many documents at once, with the choices of their decisions. */
  bulk?: BulkActions;
  viewColumns?: string[];
  csvName?: string;
  /** Preloads the screen of a document, so that opening one from the list does not wait for a script. */
  loadDocumentScreen?: () => Promise<unknown>;
  emptyText?: Label;
}

const none: readonly never[] = [];
const noActions: BulkActions = {};

/** A staff list based on a search: newest first, 25 rows per page, with its whole state in the address (`?q=`). */
export function DocumentList<Row extends object>({
  title,
  caption,
  api: prefix,
  search,
  columns: ownColumns,
  filters: ownFilters = none,
  preset = none,
  readRoles = none,
  searchRoles = none,
  history,
  rowActions,
  links = none,
  cases = true,
  bulk = noActions,
  viewColumns,
  csvName = 'list.csv',
  loadDocumentScreen,
  emptyText,
}: DocumentListProps<Row>) {
  const kit = useKitText();
  const text = useText();
  const { hasAnyRole, hasRole, roles } = useSession();
  const { params, setParams, address } = useListPlace();
  const caseAddress = useCaseAddress();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [filtering, setFiltering] = useState<string | boolean>(false);
  const [past, setPast] = useState<Row>();
  const [choosing, setChoosing] = useState(false);
  const [told, setTold] = useState('');
  const [layout, setLayout] = useListLayout(search);
  const now = useMinute();
  const api = useApi(prefix);
  const kind = search.replace(/\/search$/, '');
  const rolePrefix = (readRoles[0] ?? '').replace(/-read$/, '');
  const mayRead = hasAnyRole(readRoles);
  // Only users who may read cases have queues.
  const works = cases && mayRead && rolePrefix !== '';
  const fixed = fixedCriteria(ownFilters, preset);
  const [own, setOwn] = useOwnTabs(api, [kind, ...fixed.flatMap(({ values }) => values)].join(' ').slice(0, 200), works);
  const queued = useCaseColumns(ownColumns, ownFilters, works, now);
  const { filters } = queued;
  const { views, reload } = useSavedViews(api, kind, fixed, filters, works);
  const sortable = queued.columns.flatMap(({ sortBy }) => sortBy ?? []);
  const inAddress = params.get('q');
  const opening = inAddress === null && works ? openingState(own, views, fixed) : undefined;
  const state = opening ?? readState(inAddress, filters, preset, sortable);
  const queue = queueOf(state.criteria);
  const columns = queued.columnsIn(queue);
  const shown = shownColumns(columns, state.columns ?? layout.columns);
  const density = state.density ?? layout.density;
  const sort = sortOf(state, filters);
  const q = searchOf({ ...state, sort }, fixed, viewColumns);
  const { list, total, isMore, reload: readAgain, recount } = useListPage<Row>(api, search, q);
  const isFilled = list.data !== undefined && mayRead;
  useEffect(() => {
    // If the preload fails, the screen is loaded when it is opened.
    if (isFilled) loadDocumentScreen?.().catch(() => undefined);
  }, [isFilled, loadDocumentScreen]);
  const csv = useCsv(() => exportDocuments(api, search, { ...q, paging: { page: 1, size: PAGE_SIZE } }), csvName);

  const failed = csv.failed ? kit('errors.download') : '';
  // Memoised, so that the array stays the same while its content is: a new array would take the focus again.
  const alerts = useMemo(() => (failed ? [failed] : none), [failed]);

  const paramsWith = (next: ListState) => {
    const all = new URLSearchParams(params);
    all.set('q', writeState(next));
    return all;
  };
  const go = (next: ListState) => setParams(paramsWith(next));

  const rows = list.data?.records ?? none;
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const count = kit(isMore ? 'list.moreThan' : 'list.count', { count: total });
  const fresh = list.isSuccess && !list.isFetching;
  const mayFilter = filters.length > 0 && hasAnyRole(searchRoles);
  useCommand(
    'search',
    kit('keys.search'),
    mayFilter ? () => (document.getElementById('staff-search') ?? { focus: () => setFiltering(true) }).focus() : undefined,
  );
  const desk = useWorkList({ title: text(title), address, rows, page: state.page, pages, fresh, openPage: (page) => go({ ...state, page }) });
  const selection = useSelection(rows, `${search} ${writeState(state)}`);
  useQueueChanges(works ? [kind] : none, () => void list.refetch());
  // Each number is an exact search, which takes long if very many documents match, and is audited.
  useQueueChanges(works ? [kind] : none, recount, slowly);
  const onChanged = (words: string) => {
    setTold(words);
    void list.refetch();
    void client.invalidateQueries({ queryKey: [countsKey] });
  };
  // If a view or a link brought a layout, that layout stays in the address. The officer's own layout is stored on the device.
  const showLayout = (next: ListLayout) => {
    setLayout(next);
    if (state.columns || state.density) go({ ...state, columns: next.columns, density: next.density });
  };

  const problem = list.error ? asProblem(list.error) : undefined;
  // A user who may not see the list gets a message instead of the page.
  if (problem && (problem.status === 401 || problem.status === 403)) return <FailurePanel problem={problem} />;

  const filtered = state.criteria.filter(({ fieldName }) => !filters.find(({ field }) => field === fieldName)?.tab).length;
  const mayAct = works && roles.some((role) => role.startsWith(`${rolePrefix}-`) && !readRoles.includes(role) && !searchRoles.includes(role));
  const openCase = queued.columns[0]?.link;
  const rowHistory = history && mayRead ? history : undefined;
  const actions =
    (rowHistory && !queue) || rowActions
      ? (row: Row) => (
          <>
            {rowHistory && !queue ? <IconButton icon="history" label={`${kit('action.history')} ${nameOf(row)}`.trim()} onClick={() => setPast(row)} /> : null}
            {rowActions?.(row)}
          </>
        )
      : undefined;

  if (desk) return desk.wide ? <Queue desk={desk} title={text(title)} count={count} rows={rows} columns={columns} loading={list.isFetching} /> : null;

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
      {works ? (
        <ViewsOfList
          api={api}
          kind={kind}
          search={search}
          rolePrefix={rolePrefix}
          fixed={fixed}
          whole={firstState(filters, preset)}
          state={state}
          layout={layout}
          views={views}
          reload={reload}
          own={own}
          setOwn={setOwn}
          go={go}
        />
      ) : null}
      <div role="status" className={told ? 'portal-list__told' : 'govuk-visually-hidden'}>
        {told}
      </div>
      {selection.chosen.size > 0 ? (
        <BulkBar
          api={api}
          kind={kind}
          search={search}
          q={q}
          total={total}
          isPageChosen={rows.length > 0 && selection.chosen.size >= rows.length}
          selection={selection}
          actions={bulk}
          supervises={hasRole(`${rolePrefix}-supervise`)}
          onChanged={onChanged}
        />
      ) : null}
      <div className="portal-list__bar">
        {mayAct && openCase ? (
          <TakeNext api={api} kind={kind} q={q} open={(id) => navigate(caseAddress(openCase({ id } as unknown as Row)))} onNone={setTold} />
        ) : null}
        {mayFilter ? (
          <Button variant="secondary" small aria-haspopup="dialog" onClick={() => setFiltering(true)}>
            {kit('list.filter')}
            {filtered > 0 ? ` (${filtered})` : ''}
          </Button>
        ) : null}
        <FilterChips filters={filters} criteria={state.criteria} onEdit={setFiltering} onChange={(criteria) => go({ ...state, criteria, page: 1 })} />
        <p className="portal-list__count" role="status">
          {list.data ? <strong>{count}</strong> : kit('page.loading')}
          <Updated at={list.dataUpdatedAt} />
        </p>
        <div className="portal-list__tools">
          <Button variant="secondary" small aria-haspopup="dialog" onClick={() => setChoosing(true)}>
            {kit('list.columns')}
          </Button>
          <Button
            variant="secondary"
            small
            aria-pressed={density === 'comfortable'}
            onClick={() => showLayout({ ...layout, columns: state.columns ?? layout.columns, density: density === 'comfortable' ? 'compact' : 'comfortable' })}
          >
            {kit('list.allText')}
          </Button>
          <Button variant="secondary" small busy={list.isFetching} onClick={readAgain}>
            {kit('action.reload')}
          </Button>
          <Button variant="secondary" small busy={csv.busy} onClick={csv.save}>
            {csv.busy ? kit('action.downloading') : kit('list.export')}
          </Button>
        </div>
      </div>
      {problem ? <FailurePanel problem={problem} retry={readAgain} /> : null}
      {list.data?.incomplete ? <InsetText>{kit('list.incomplete')}</InsetText> : null}
      {problem && !list.data ? null : list.data && rows.length === 0 ? (
        <EmptyState title={filtered > 0 ? kit('list.emptyFiltered') : queue ? kit('views.emptyQueue') : (emptyText ?? kit('list.empty'))}>
          {total > 0 ? (
            <Link className="govuk-link" to={{ search: paramsWith({ ...state, page: 1 }).toString() }}>
              {kit('list.page', { page: 1, pages })}
            </Link>
          ) : filtered > 0 ? (
            <Button variant="link" onClick={() => go({ ...state, criteria: state.criteria.filter(({ fieldName }) => fieldName === 'queue'), page: 1 })}>
              {kit('list.clearAll')}
            </Button>
          ) : null}
        </EmptyState>
      ) : (
        <ListTable<Row>
          caption={text(title)}
          columns={shown}
          density={density}
          rows={rows}
          loading={!list.data}
          mayRead={mayRead}
          sort={sort}
          onSort={(next) => go({ ...state, page: 1, sort: next })}
          actions={actions}
          selection={mayAct ? selection : undefined}
          widths={layout.widths}
          onWidth={(field, width) => setLayout({ ...layout, widths: { ...layout.widths, [field]: width } })}
          isLate={works ? (row) => isLate(row, now) : undefined}
          sign={works ? (row) => <Escalated row={row} /> : undefined}
        />
      )}
      {pages > 1 && rows.length > 0 ? (
        <Pages page={state.page} pages={pages} isMore={isMore} searchOf={(page) => paramsWith({ ...state, page }).toString()} />
      ) : null}
      <FilterDialog
        filters={filters}
        criteria={state.criteria}
        open={filtering !== false}
        only={typeof filtering === 'string' ? filtering : undefined}
        onClose={() => setFiltering(false)}
        onApply={(criteria) => {
          setFiltering(false);
          go({ ...state, criteria, page: 1 });
        }}
      />
      {choosing ? (
        <ColumnsDialog
          columns={columns.map(({ field, title: words, ...column }) => ({ field, title: words, width: layout.widths?.[field] ?? widthOf(column) }))}
          shown={shown.map(({ field }) => field)}
          onClose={() => setChoosing(false)}
          onApply={(fields, widths) => {
            setChoosing(false);
            showLayout({ density, columns: fields, ...(fields ? { widths: { ...layout.widths, ...widths } } : {}) });
          }}
        />
      ) : null}
      {past && rowHistory ? <HistoryDialog api={prefix} url={rowHistory(past)} title={nameOf(past)} open onClose={() => setPast(undefined)} /> : null}
    </StaffPage>
  );
}

/** Whether the case is overdue. */
function isLate(row: object, now: number): boolean {
  const due = valueAt(row, 'dueAt');
  return typeof due === 'string' && timeOf(due) < now;
}

/** Returns the reference of a row. Drafts have none. */
const nameOf = (row: object): string => String(valueAt(row, 'serialReference.reference') ?? '');

function Updated({ at }: { at: number }) {
  const kit = useKitText();
  const format = useFormat();
  return at > 0 ? <span className="portal-muted"> · {kit('list.updated', { time: format.time(at) })}</span> : null;
}

/** Scrolls to the first row when another page of the list is opened, whether the list scrolls in its own region or with the whole page. */
function toTop(): void {
  document.querySelector('.portal-list__region')?.scrollTo(0, 0);
  window.scrollTo(0, 0);
}

interface PagesProps {
  page: number;
  pages: number;
  /** Whether there are more pages than `pages`. */
  isMore: boolean;
  searchOf: (page: number) => string;
}

function Pages({ page, pages, isMore, searchOf: search }: PagesProps) {
  const kit = useKitText();
  const step = (to: number, words: string) =>
    to >= 1 && to <= pages ? (
      <Link className="govuk-link portal-pages__link" to={{ search: search(to) }} rel={to < page ? 'prev' : 'next'} onClick={toTop}>
        {words}
      </Link>
    ) : (
      <span className="portal-pages__link portal-muted">{words}</span>
    );
  return (
    <nav className="portal-pages" aria-label={kit('list.pagination')}>
      {step(page - 1, kit('list.previous'))}
      <span aria-current="page">{kit('list.page', { page, pages: isMore ? `${pages}+` : pages })}</span>
      {step(page + 1, kit('list.next'))}
    </nav>
  );
}

/** Exports the search as a CSV file, and tells whether the download succeeded. */
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
