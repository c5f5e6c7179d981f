import { useEffect, useMemo, useState } from 'react';
import { exportDocuments } from '../api/documents.ts';
import { saveBlob } from '../api/download.ts';
import { asProblem } from '../api/problem.ts';
import { ButtonGroup, ButtonLink } from '../components/button.tsx';
import { InsetText } from '../components/content.tsx';
import { StaffPage } from '../components/page.tsx';
import { FailurePanel } from '../components/states.tsx';
import { useKitText, useText } from '../language/i18n.ts';
import { useQueryClient } from '../query.ts';
import { useSession } from '../session/session.tsx';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { useSelection } from './bulk/selection.ts';
import type { BulkActions } from './bulk/use-bulk-action.ts';
import { ColumnsDialog } from './columns-dialog.tsx';
import type { DocumentListProps, ListLink } from './document-list-props.ts';
import { HistoryDialog } from './history-dialog.tsx';
import { ListBar } from './list-bar.tsx';
import { FilterDialog } from './list-filter.tsx';
import { EmptyList, ListRows, nameOf, Pages } from './list-rows.tsx';
import { PAGE_SIZE, writeState } from './list-state.ts';
import { widthOf } from './list-table.tsx';
import { slowly } from './live/throttle.ts';
import { useQueueChanges } from './live/use-live.ts';
import { useListPage } from './use-list-page.ts';
import { type ListView, useListView } from './use-list-view.ts';
import { countsKey } from './views/queues.ts';
import { ViewsOfList } from './views/views-of-list.tsx';
import { useCommand } from './work/commands.ts';
import { DoneMessage } from './work/done-message.tsx';
import { Queue } from './work/queue.tsx';
import { useWorkList } from './work/use-work-list.ts';

const none: readonly never[] = [];
const noActions: BulkActions = {};

/** A staff list based on a search: newest first, 25 rows per page, with its whole state in the address (`?q=`). */
export function DocumentList<Row extends object>(props: DocumentListProps<Row>) {
  const { title, search, readRoles = none, searchRoles = none, history, links = none, bulk = noActions } = props;
  const kit = useKitText();
  const text = useText();
  const { hasAnyRole, hasRole, roles } = useSession();
  const client = useQueryClient();
  const [filtering, setFiltering] = useState<string | boolean>(false);
  const [past, setPast] = useState<Row>();
  const [choosing, setChoosing] = useState(false);
  const [told, setTold] = useState('');
  const view = useListView(props);
  const { api, kind, rolePrefix, works, mayRead, state, q, go } = view;
  const page = useListPage<Row>(api, search, q);
  const { list, total, isMore } = page;
  usePreload(list.data !== undefined && mayRead, props.loadDocumentScreen);
  const csv = useCsv(() => exportDocuments(api, search, { ...q, paging: { page: 1, size: PAGE_SIZE } }), props.csvName ?? 'list.csv');

  const failed = csv.failed ? kit('errors.download') : '';
  // Memoised, so that the array stays the same while its content is: a new array would take the focus again.
  const alerts = useMemo(() => (failed ? [failed] : none), [failed]);

  const rows = list.data?.records ?? none;
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const count = kit(isMore ? 'list.moreThan' : 'list.count', { count: total });
  const fresh = list.isSuccess && !list.isFetching;
  const mayFilter = view.filters.length > 0 && hasAnyRole(searchRoles);
  useCommand(
    'search',
    kit('keys.search'),
    mayFilter ? () => (document.getElementById('staff-search') ?? { focus: () => setFiltering(true) }).focus() : undefined,
  );
  const openPage = (to: number) => go({ ...state, page: to });
  const desk = useWorkList({ title: text(title), address: view.address, rows, page: state.page, pages, fresh, openPage });
  const selection = useSelection(rows, `${search} ${writeState(state)}`);
  useQueueChanges(works ? [kind] : none, () => void list.refetch());
  // Each number is an exact search, which takes long if very many documents match, and is audited.
  useQueueChanges(works ? [kind] : none, page.recount, slowly);
  const onChanged = (words: string) => {
    setTold(words);
    void list.refetch();
    void client.invalidateQueries({ queryKey: [countsKey] });
  };

  const problem = list.error ? asProblem(list.error) : undefined;
  // A user who may not see the list gets a message instead of the page.
  if (problem && (problem.status === 401 || problem.status === 403)) return <FailurePanel problem={problem} />;

  const mayAct = works && roles.some((role) => role.startsWith(`${rolePrefix}-`) && !readRoles.includes(role) && !searchRoles.includes(role));
  const rowHistory = history && mayRead ? history : undefined;

  if (desk) return desk.wide ? <Queue desk={desk} title={text(title)} count={count} rows={rows} columns={view.columns} loading={list.isFetching} /> : null;

  return (
    <StaffPage title={title} caption={props.caption} alerts={alerts} onDismissAlerts={csv.dismiss} actions={<ListLinks links={links} />}>
      <DoneMessage />
      {works ? <ViewsOfList {...view} search={search} reload={view.reloadViews} /> : null}
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
      <ListBar
        view={view}
        page={page}
        count={count}
        mayAct={mayAct}
        mayFilter={mayFilter}
        csv={csv}
        onFilter={setFiltering}
        onChooseColumns={() => setChoosing(true)}
        onNone={setTold}
      />
      {problem ? <FailurePanel problem={problem} retry={page.reload} /> : null}
      {list.data?.incomplete ? <InsetText>{kit('list.incomplete')}</InsetText> : null}
      {problem && !list.data ? null : list.data && rows.length === 0 ? (
        <EmptyList view={view} total={total} pages={pages} emptyText={props.emptyText} />
      ) : (
        <ListRows
          view={view}
          title={title}
          rows={rows}
          loading={!list.data}
          selection={mayAct ? selection : undefined}
          onHistory={rowHistory ? setPast : undefined}
          rowActions={props.rowActions}
        />
      )}
      {pages > 1 && rows.length > 0 ? (
        <Pages page={state.page} pages={pages} isMore={isMore} searchOf={(to) => view.paramsWith({ ...state, page: to }).toString()} />
      ) : null}
      <ListDialogs view={view} filtering={filtering} setFiltering={setFiltering} choosing={choosing} setChoosing={setChoosing} />
      {past && rowHistory ? <HistoryDialog api={props.api} url={rowHistory(past)} title={nameOf(past)} open onClose={() => setPast(undefined)} /> : null}
    </StaffPage>
  );
}

/** Loads the screen of a document once the list is filled. If that fails, the screen is loaded when it is opened. */
function usePreload(isFilled: boolean, load: (() => Promise<unknown>) | undefined): void {
  useEffect(() => {
    if (isFilled) load?.().catch(() => undefined);
  }, [isFilled, load]);
}

/** The links beside the title that this user may follow. */
function ListLinks({ links }: { links: readonly ListLink[] }) {
  const text = useText();
  const { hasAnyRole } = useSession();
  return (
    <ButtonGroup>
      {links
        .filter((link) => hasAnyRole(link.roles ?? none))
        .map((link) => (
          <ButtonLink key={link.to} to={link.to} variant="secondary" small>
            {text(link.label)}
          </ButtonLink>
        ))}
    </ButtonGroup>
  );
}

interface ListDialogsProps<Row extends object> {
  view: ListView<Row>;
  /** The field that is being filtered; true for all fields. */
  filtering: string | boolean;
  setFiltering: (next: false) => void;
  /** Whether columns are being chosen. */
  choosing: boolean;
  setChoosing: (next: false) => void;
}

/** The dialogs that change what the list shows. */
function ListDialogs<Row extends object>({ view, filtering, setFiltering, choosing, setChoosing }: ListDialogsProps<Row>) {
  const { filters, state, go, columns, shown, layout, density, showLayout } = view;
  return (
    <>
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
          columns={columns.map(({ field, title, ...column }) => ({ field, title, width: layout.widths?.[field] ?? widthOf(column) }))}
          shown={shown.map(({ field }) => field)}
          onClose={() => setChoosing(false)}
          onApply={(fields, widths) => {
            setChoosing(false);
            showLayout({ density, columns: fields, ...(fields ? { widths: { ...layout.widths, ...widths } } : {}) });
          }}
        />
      ) : null}
    </>
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
