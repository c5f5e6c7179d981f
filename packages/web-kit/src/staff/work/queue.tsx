import { valueAt } from '@portal/contract-kit';
import { memo, useEffect, useRef } from 'react';
import { LaneChip, StatusTag } from '../../components/tags.tsx';
import { useFormat } from '../../language/format.ts';
import { useKitText } from '../../language/i18n.ts';
import { Link } from '../../router.ts';
import type { ListColumn } from '../list-table.tsx';
import type { DeskPlace } from './desk-context.ts';

interface QueueProps<Row extends object> {
  desk: DeskPlace;
  title: string;
  total: number;
  rows: readonly Row[];
  columns: readonly ListColumn<Row>[];
  loading: boolean;
}

/** The list beside a case: for each of its cases who or what it is, its reference, its lane or status, and by when it is due. */
export function Queue<Row extends object>({ desk, title, total, rows, columns, loading }: QueueProps<Row>) {
  const kit = useKitText();
  const name = columns.find(({ field }) => nameFields.has(field));
  return (
    <nav className="portal-queue" aria-label={title} aria-busy={loading || undefined}>
      <Link className="portal-queue__title" to={desk.list}>
        {title}
      </Link>
      <p className="portal-queue__count">{kit('list.count', { count: total })}</p>
      <ol className="portal-queue__rows">
        {rows.map((row) => {
          const id = String(valueAt(row, 'id') ?? '');
          return <Item key={id} row={row} name={name as ListColumn<object> | undefined} to={desk.addressOf(id)} current={id === desk.current} />;
        })}
      </ol>
    </nav>
  );
}

/** The columns that name a case better than its reference. */
const nameFields = new Set(['lastName', 'holderName', 'vehicleNumber']);

interface ItemProps {
  row: object;
  name: ListColumn<object> | undefined;
  to: string;
  current: boolean;
}

const Item = memo(({ row, name, to, current }: ItemProps) => {
  const format = useFormat();
  const item = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (current) item.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const reference = String(valueAt(row, 'serialReference.reference') ?? '');
  const lane = valueAt(row, 'lane');
  const status = valueAt(row, 'documentStatus');
  const due = valueAt(row, 'dueAt');
  const words = name ? (name.render?.(row) ?? String(valueAt(row, name.field) ?? '')) : '';
  return (
    <li>
      <Link ref={item} className="portal-queue__item" to={to} aria-current={current ? 'true' : undefined}>
        <span className="portal-queue__name">{words || reference}</span>
        <span className="portal-queue__facts">
          <span>{words ? reference : null}</span>
          {typeof due === 'string' ? <time dateTime={`${due}Z`}>{`${format.shortDate(due)} ${format.time(due)}`}</time> : null}
        </span>
        <span className="portal-queue__signs">
          {lane === 'RED' || lane === 'GREEN' ? <LaneChip lane={lane} /> : null}
          {typeof status === 'string' ? <StatusTag status={status} /> : null}
        </span>
      </Link>
    </li>
  );
}, isSameItem);

/** A key that moves on draws two cases of the list again, not all. */
function isSameItem(one: ItemProps, two: ItemProps): boolean {
  return one.row === two.row && one.to === two.to && one.current === two.current;
}
