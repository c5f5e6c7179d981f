import { useEffect, useRef } from 'react';
import { useKitText } from '../../language/i18n.ts';
import { useLocation, useNavigate, useSearchParams } from '../../router.ts';
import { useCommand } from './commands.ts';
import { type DeskPlace, useDesk } from './desk-context.ts';
import { openedFrom } from './last-opened-case.ts';
import { withList } from './list-address.ts';

/** Returns the address of a list: the page's own address, or the one that the desk around the list carries. */
export function useListPlace(): { params: URLSearchParams; setParams(next: URLSearchParams): void; address: string } {
  const desk = useDesk();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  if (!desk) return { params, setParams, address: `${pathname}${search}` };
  const [path = '', query = ''] = desk.list.split('?');
  return {
    params: new URLSearchParams(query),
    // The case stays open, and the list beside it shows another page.
    setParams: (next) => navigate(withList(`${pathname}${search}`, `${path}?${next}`), { replace: true }),
    address: desk.list,
  };
}

interface WorkList {
  title: string;
  address: string;
  rows: readonly object[];
  page: number;
  pages: number;
  /** Whether the rows are those of the present filter and page, and no newer rows are being loaded. */
  fresh: boolean;
  openPage(page: number): void;
}

const idOf = (row: object): string => ('id' in row && typeof row.id === 'string' ? row.id : '');
const statusOf = (row: object): string => ('documentStatus' in row && typeof row.documentStatus === 'string' ? row.documentStatus : '');

/** Returns the link from a row to its case. */
const linkOf = (row: Element | null | undefined) => row?.querySelector<HTMLAnchorElement>('a[href]') ?? undefined;
const rowsOnScreen = () => [...document.querySelectorAll('[data-row]')];

/** Moves through a list by keyboard: from row to row on the list's own page, from case to case in a desk. Returns the desk if the list is in one. */
export function useWorkList({ title, address, rows, page, pages, fresh, openPage }: WorkList): DeskPlace | undefined {
  const kit = useKitText();
  const desk = useDesk();
  const turning = useRef<1 | -1>(undefined);
  const report = desk?.report;
  const latest = useRef(openPage);
  latest.current = openPage;

  useEffect(() => {
    const ids = rows.map(idOf).filter(Boolean);
    const statuses = new Map(rows.map((row) => [idOf(row), statusOf(row)]));
    report?.({ ids, statuses, title, page, pages, fresh, openPage: (to) => latest.current(to) });
  }, [report, rows, title, page, pages, fresh]);

  // When the officer comes back from a case, its row in the list is scrolled into view and focused.
  const isPage = !desk;
  const filled = rows.length > 0;
  useEffect(() => {
    if (!isPage || !filled) return;
    const opened = openedFrom.get(address);
    openedFrom.delete(address);
    const row = opened && rowsOnScreen().find((each) => each.getAttribute('data-row') === opened);
    if (row) focusOn(row);
  }, [isPage, filled, address]);

  useEffect(() => {
    const by = turning.current;
    if (!isPage || !by || !fresh || rows.length === 0) return;
    turning.current = undefined;
    focusOn(by === 1 ? rowsOnScreen()[0] : rowsOnScreen().at(-1));
  }, [isPage, fresh, rows]);

  const move = (by: 1 | -1) => {
    const shown = rowsOnScreen();
    const at = shown.findIndex((row) => row.contains(document.activeElement));
    const to = shown[at < 0 ? (by === 1 ? 0 : -1) : at + by];
    if (to) focusOn(to);
    else if (by === 1 ? page < pages : page > 1) {
      turning.current = by;
      openPage(page + by);
    }
  };
  useCommand('next', kit('keys.next'), isPage ? () => move(1) : undefined);
  useCommand('previous', kit('keys.previous'), isPage ? () => move(-1) : undefined);
  return desk;
}

function focusOn(row: Element | undefined): void {
  linkOf(row)?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
}

/** Returns a function that gives the address of a row's case, with the list from which it is opened. */
export const useCaseAddress = (): ((to: string) => string) => {
  const { pathname, search } = useLocation();
  const desk = useDesk();
  return (to) => withList(to, desk?.list ?? `${pathname}${search}`);
};
