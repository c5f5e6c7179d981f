import { valueAt } from '@portal/contract-kit';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { StatusTag } from '../components/tags.tsx';
import { useFormat } from '../language/format.ts';
import { useKitText, useText } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';
import { type Selection, selectedDocumentOf } from './bulk/selection.ts';
import { type ListDensity, withinBounds } from './list-layout.ts';
import type { ListSort } from './list-state.ts';
import { useCaseAddress } from './work/use-work-list.ts';

export interface ListColumn<Row> {
  /** The dotted path of the value in the row. */
  field: string;
  title: Label;
  /** A shorter title for the head of the column, for a title that is longer than most of the values. */
  head?: Label;
  /** The column's share of the table's width: the number of characters that most values have. */
  width?: number;
  /** How the value is formatted when there is no `render`. */
  type?: 'text' | 'date' | 'dateTime' | 'status' | 'number';
  /** Returns the address that the cell links to. The link is shown to users who may read the document. */
  link?: (row: Row) => string;
  render?: (row: Row) => ReactNode;
  /** The search field that sorts the list by this column. */
  sortBy?: string;
  /** Whether the column is hidden unless the officer chooses it. */
  optional?: boolean;
}

interface ListTableProps<Row> {
  caption: string;
  columns: readonly ListColumn<Row>[];
  rows: readonly Row[];
  /** Whether the first page is loading; grey rows are shown meanwhile. */
  loading: boolean;
  mayRead: boolean;
  /** Whether rows have one line or as many as their texts need. */
  density: ListDensity;
  sort?: ListSort;
  onSort: (sort: ListSort | undefined) => void;
  actions?: (row: Row) => ReactNode;
  /** The selection; rows can be selected only if it is set. */
  selection?: Selection;
  /** By field: the width that the officer gave to the column, in characters. */
  widths?: Readonly<Record<string, number>>;
  onWidth?: (field: string, width: number) => void;
  /** Whether a case is overdue. Its row then shows that with a style as well as in words. */
  isLate?: (row: Row) => boolean;
  /** Renders a sign beside the first value of a row. */
  sign?: (row: Row) => ReactNode;
}

/** The widths, in characters, of columns that do not set one. */
const usualWidths: Record<NonNullable<ListColumn<unknown>['type']>, number> = { text: 14, date: 9, dateTime: 14, status: 14, number: 10 };
/** Returns the width of a column, in characters, when the officer has chosen none. */
export const widthOf = ({ width, type = 'text' }: Pick<ListColumn<unknown>, 'width' | 'type'>): number => width ?? usualWidths[type];

/** Shows the whole text of a truncated cell while the pointer is over it. */
function showWhole({ target }: { target: EventTarget }): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td, th') : null;
  if (!cell) return;
  const isCut = cell.scrollWidth > cell.clientWidth;
  if (isCut) cell.title = cell.textContent;
  else cell.removeAttribute('title');
}

const ACTIONS_WIDTH = 5;
const CHOICE_WIDTH = 3.5;
const skeletonRows = Array.from({ length: 10 }, (_, index) => `row-${index}`);

function useCell<Row>(mayRead: boolean) {
  const format = useFormat();
  const caseAddress = useCaseAddress();
  return (column: ListColumn<Row>, row: Row): ReactNode => {
    const value = valueAt(row, column.field);
    const shown = (): ReactNode => {
      if (column.render) return column.render(row);
      if (value === undefined || value === null) return '';
      if (column.type === 'date') return format.shortDate(String(value));
      if (column.type === 'dateTime') return `${format.shortDate(String(value))} ${format.time(String(value))}`;
      if (column.type === 'status') return <StatusTag status={String(value)} />;
      return typeof value === 'number' && column.type === 'number' ? format.number(value) : String(value);
    };
    if (!column.link || !mayRead) return shown();
    return (
      <Link className="govuk-link" to={caseAddress(column.link(row))}>
        {shown() || <OpenWord />}
      </Link>
    );
  };
}

/** A draft has no reference yet, but its link needs a text. */
function OpenWord() {
  return <>{useKitText()('list.open')}</>;
}

const rowKey = (row: object, index: number): string => ('id' in row && typeof row.id === 'string' ? row.id : String(index));

/** The rows of a list, in a region of its own that scrolls below the column heads. On a narrow screen each row is a card. */
export function ListTable<Row extends object>({
  caption,
  columns,
  rows,
  loading,
  mayRead,
  density,
  sort,
  onSort,
  actions,
  selection,
  widths = {},
  onWidth,
  isLate,
  sign,
}: ListTableProps<Row>) {
  const kit = useKitText();
  const text = useText();
  const cell = useCell<Row>(mayRead);
  const chosenWidth = (column: ListColumn<Row>) => widths[column.field] ?? widthOf(column);
  const total = columns.reduce((sum, column) => sum + chosenWidth(column), (actions ? ACTIONS_WIDTH : 0) + (selection ? CHOICE_WIDTH : 0));
  const share = (width: number) => ({ width: `${(100 * width) / total}%` });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="portal-table-region portal-list__region" aria-label={`${caption}. ${kit('list.region')}`} tabIndex={0}>
      <table
        className={`govuk-table portal-list__table portal-list__table--${density}`}
        aria-busy={loading || undefined}
        style={{ '--list-width': `${total}ch` } as CSSProperties}
        onPointerOver={showWhole}
      >
        <caption className="govuk-visually-hidden">{caption}</caption>
        <colgroup>
          {selection ? <col style={share(CHOICE_WIDTH)} /> : null}
          {columns.map((column) => (
            <col key={column.field} style={share(chosenWidth(column))} />
          ))}
          {actions ? <col style={share(ACTIONS_WIDTH)} /> : null}
        </colgroup>
        <thead className="govuk-table__head">
          <tr className="govuk-table__row">
            {selection ? (
              <td className="govuk-table__header portal-list__choice">
                <input
                  type="checkbox"
                  aria-label={kit('bulk.choosePage')}
                  checked={rows.length > 0 && rows.every((row) => selection.chosen.has(selectedDocumentOf(row).id))}
                  onChange={({ target }) => selection.toggleAll(target.checked)}
                />
              </td>
            ) : null}
            {columns.map((column) => (
              <HeaderCell
                key={column.field}
                column={column}
                sort={sort}
                onSort={onSort}
                onDrag={onWidth ? (part) => onWidth(column.field, withinBounds(part * total)) : undefined}
              />
            ))}
            {actions ? (
              <th scope="col" className="govuk-table__header">
                <span className="govuk-visually-hidden">{kit('list.actions')}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody className="govuk-table__body">
          {loading
            ? skeletonRows.map((row) => (
                <tr key={row} className="govuk-table__row">
                  {selection ? <td className="govuk-table__cell" /> : null}
                  {columns.map((column) => (
                    <td key={column.field} className="govuk-table__cell">
                      <span className="portal-list__skeleton" />
                    </td>
                  ))}
                  {actions ? <td className="govuk-table__cell" /> : null}
                </tr>
              ))
            : rows.map((row, index) => (
                <tr key={rowKey(row, index)} className={`govuk-table__row${isLate?.(row) ? ' portal-list__late' : ''}`} data-row={rowKey(row, index)}>
                  {selection ? <ChoiceCell row={row} selection={selection} /> : null}
                  {columns.map((column, place) => (
                    <td
                      key={column.field}
                      className={`govuk-table__cell${column.type === 'number' ? ' govuk-table__cell--numeric' : ''}`}
                      data-title={text(column.title)}
                    >
                      {place === 0 ? sign?.(row) : null}
                      {cell(column, row)}
                    </td>
                  ))}
                  {actions ? <td className="govuk-table__cell portal-list__actions">{actions(row)}</td> : null}
                </tr>
              ))}
        </tbody>
      </table>
    </section>
  );
}

function ChoiceCell<Row extends object>({ row, selection }: { row: Row; selection: Selection }) {
  const kit = useKitText();
  const { id, reference } = selectedDocumentOf(row);
  return (
    <td className="govuk-table__cell portal-list__choice">
      <input
        type="checkbox"
        aria-label={kit('bulk.choose', { reference })}
        checked={selection.chosen.has(id)}
        // A click event tells whether Shift is held. A key press does too, because it causes a click event.
        onClick={(event) => selection.toggle(row, event.currentTarget.checked, event.shiftKey)}
        onChange={() => undefined}
      />
    </td>
  );
}

/** A handle with which the user drags a column to another width. Keyboard users change the width in the columns dialog. */
function DragHandle({ onDrag }: { onDrag: (part: number) => void }) {
  return (
    <span
      className="portal-list__drag"
      aria-hidden="true"
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const head = event.currentTarget.closest('th');
        const table = event.currentTarget.closest('table');
        if (!head || !table || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
        onDrag((event.clientX - head.getBoundingClientRect().left) / table.getBoundingClientRect().width);
      }}
    />
  );
}

interface HeaderCellProps<Row> {
  column: ListColumn<Row>;
  sort?: ListSort;
  onSort: (sort: ListSort | undefined) => void;
  /** @param part the share of the table's width that the column has now */
  onDrag?: (part: number) => void;
}

function HeaderCell<Row>({ column, sort, onSort, onDrag }: HeaderCellProps<Row>) {
  const kit = useKitText();
  const text = useText();
  const title = text(column.title);
  const words = column.head ? (
    <abbr className="portal-list__head" title={title}>
      {text(column.head)}
    </abbr>
  ) : (
    title
  );
  const className = `govuk-table__header${column.type === 'number' ? ' govuk-table__header--numeric' : ''}`;
  const { sortBy } = column;
  if (!sortBy) {
    return (
      <th scope="col" className={className}>
        {words}
        {onDrag ? <DragHandle onDrag={onDrag} /> : null}
      </th>
    );
  }
  const mine = sort?.field === sortBy ? sort : undefined;
  // Cycles through ascending, descending, and the server's own order.
  const next = !mine ? { field: sortBy, descending: false } : mine.descending ? undefined : { field: sortBy, descending: true };
  return (
    <th scope="col" className={className} aria-sort={mine ? (mine.descending ? 'descending' : 'ascending') : 'none'}>
      <button type="button" className="portal-list__sort" title={kit('list.sortBy', { column: title })} onClick={() => onSort(next)}>
        {words}
        <span aria-hidden="true">{mine ? (mine.descending ? '▼' : '▲') : '↕'}</span>
      </button>
      {onDrag ? <DragHandle onDrag={onDrag} /> : null}
    </th>
  );
}
