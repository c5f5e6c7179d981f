import { valueAt } from '@portal/contract-kit';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../components/button.tsx';
import { EmptyState } from '../components/states.tsx';
import { useKitText, useText } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';
import { Link } from '../router.ts';
import type { Selection } from './bulk/selection.ts';
import { Escalated, timeOf } from './due.tsx';
import { ListTable } from './list-table.tsx';
import type { ListView } from './use-list-view.ts';

interface ListRowsProps<Row extends object> {
  view: ListView<Row>;
  title: Label;
  rows: readonly Row[];
  loading: boolean;
  /** The selection of rows; undefined for those who may not act on them. */
  selection: Selection | undefined;
  /** Opens the history of a row; undefined for those who may not see it. */
  onHistory: ((row: Row) => void) | undefined;
  rowActions: ((row: Row) => ReactNode) | undefined;
}

/** The rows of a list, as a table that can be sorted. */
export function ListRows<Row extends object>({ view, title, rows, loading, selection, onHistory, rowActions }: ListRowsProps<Row>) {
  const kit = useKitText();
  const text = useText();
  const { state, queue, layout, setLayout, works, now } = view;
  const showHistory = queue ? undefined : onHistory;
  const actions =
    showHistory || rowActions
      ? (row: Row) => (
          <>
            {showHistory ? <IconButton icon="history" label={`${kit('action.history')} ${nameOf(row)}`.trim()} onClick={() => showHistory(row)} /> : null}
            {rowActions?.(row)}
          </>
        )
      : undefined;
  return (
    <ListTable<Row>
      caption={text(title)}
      columns={view.shown}
      density={view.density}
      rows={rows}
      loading={loading}
      mayRead={view.mayRead}
      sort={view.sort}
      onSort={(next) => view.go({ ...state, page: 1, sort: next })}
      actions={actions}
      selection={selection}
      widths={layout.widths}
      onWidth={(field, width) => setLayout({ ...layout, widths: { ...layout.widths, [field]: width } })}
      isLate={works ? (row) => isLate(row, now) : undefined}
      sign={works ? (row) => <Escalated row={row} /> : undefined}
    />
  );
}

/** Whether the case is overdue. */
function isLate(row: object, now: number): boolean {
  const due = valueAt(row, 'dueAt');
  return typeof due === 'string' && timeOf(due) < now;
}

/** Returns the reference of a row. Drafts have none. */
export const nameOf = (row: object): string => String(valueAt(row, 'serialReference.reference') ?? '');

interface EmptyListProps<Row extends object> {
  view: ListView<Row>;
  total: number;
  pages: number;
  emptyText: Label | undefined;
}

/** What a list shows in place of rows: it is empty, the filter finds nothing, or its page has no rows any more. */
export function EmptyList<Row extends object>({ view: { state, queue, filtered, paramsWith, go }, total, pages, emptyText }: EmptyListProps<Row>) {
  const kit = useKitText();
  return (
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
  );
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

/** The links to the previous and the next page of a list. */
export function Pages({ page, pages, isMore, searchOf }: PagesProps) {
  const kit = useKitText();
  const step = (to: number, words: string) =>
    to >= 1 && to <= pages ? (
      <Link className="govuk-link portal-pages__link" to={{ search: searchOf(to) }} rel={to < page ? 'prev' : 'next'} onClick={toTop}>
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
