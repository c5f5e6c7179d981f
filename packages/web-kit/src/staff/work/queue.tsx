import { valueAt } from '@portal/contract-kit';
import { type MouseEvent, memo, useCallback, useContext, useEffect, useRef } from 'react';
import { afterPaint } from '../../components/after-paint.ts';
import { isPlain } from '../../components/button.tsx';
import { LaneChip, StatusTag } from '../../components/tags.tsx';
import { useFormat } from '../../language/format.ts';
import { Link } from '../../router.ts';
import type { ListColumn } from '../list-table.tsx';
import { type DeskPlace, MarkedCaseContext } from './desk-context.ts';

interface QueueProps<Row extends object> {
  desk: DeskPlace;
  title: string;
  /** The number of cases, in words. */
  count: string;
  rows: readonly Row[];
  columns: readonly ListColumn<Row>[];
  loading: boolean;
}

/** The list beside a case. Each item shows who or what the case is, its reference, its lane or status, and by when it is due. */
export function Queue<Row extends object>({ desk, title, count, rows, columns, loading }: QueueProps<Row>) {
  const name = columns.find(({ field }) => nameFields.has(field));
  const marked = useContext(MarkedCaseContext);
  const latest = useRef(desk.follow);
  latest.current = desk.follow;
  // Plain links with their own click handler are used, because each of the router's links would render again whenever the address changes.
  const open = useCallback((event: MouseEvent<HTMLAnchorElement>) => {
    const { currentTarget } = event;
    if (!isPlain(event)) return;
    event.preventDefault();
    latest.current(`${currentTarget.pathname}${currentTarget.search}`);
  }, []);
  return (
    <nav className="portal-queue" aria-label={title} aria-busy={loading || undefined}>
      <Link className="portal-queue__title" to={desk.list}>
        {title}
      </Link>
      <p className="portal-queue__count">{count}</p>
      <ol className="portal-queue__rows">
        {rows.map((row) => {
          const id = String(valueAt(row, 'id') ?? '');
          return <Item key={id} row={row} name={name as ListColumn<object> | undefined} to={desk.addressOf(id)} current={id === marked} onClick={open} />;
        })}
      </ol>
    </nav>
  );
}

/** The columns that name a case better than its reference does. */
const nameFields = new Set(['lastName', 'holderName', 'vehicleNumber']);

interface ItemProps {
  row: object;
  name: ListColumn<object> | undefined;
  to: string;
  current: boolean;
  onClick(event: MouseEvent<HTMLAnchorElement>): void;
}

const Item = memo(({ row, name, to, current, onClick }: ItemProps) => {
  const format = useFormat();
  const item = useRef<HTMLAnchorElement>(null);
  // Scrolls only after the mark is on the screen, because finding its position costs a layout of the whole page.
  useEffect(() => (current ? afterPaint(() => item.current?.scrollIntoView({ block: 'nearest' })) : undefined), [current]);
  const reference = String(valueAt(row, 'serialReference.reference') ?? '');
  const lane = valueAt(row, 'lane');
  const status = valueAt(row, 'documentStatus');
  const due = valueAt(row, 'dueAt');
  const words = name ? (name.render?.(row) ?? String(valueAt(row, name.field) ?? '')) : '';
  return (
    <li>
      <a ref={item} className="portal-queue__item" href={to} aria-current={current ? 'true' : undefined} onClick={onClick}>
        <span className="portal-queue__name">{words || reference}</span>
        <span className="portal-queue__facts">
          <span>{words ? reference : null}</span>
          {typeof due === 'string' ? <time dateTime={`${due}Z`}>{`${format.shortDate(due)} ${format.time(due)}`}</time> : null}
        </span>
        <span className="portal-queue__signs">
          {lane === 'RED' || lane === 'GREEN' ? <LaneChip lane={lane} /> : null}
          {typeof status === 'string' ? <StatusTag status={status} /> : null}
        </span>
      </a>
    </li>
  );
}, isSameItem);

/** Compares items, so that moving the mark renders only two items again and not all. */
function isSameItem(one: ItemProps, two: ItemProps): boolean {
  return one.row === two.row && one.to === two.to && one.current === two.current;
}
