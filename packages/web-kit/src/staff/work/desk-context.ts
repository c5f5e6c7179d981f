import { createContext, useContext } from 'react';

/** The cases beside the one on the screen, as its list has them. */
export interface DeskList {
  ids: readonly string[];
  /** The status of each, as the list shows it. */
  statuses: ReadonlyMap<string, string>;
  title: string;
  page: number;
  pages: number;
  /** False while the list is asked for again. */
  fresh: boolean;
  openPage(page: number): void;
}

/** Where a case stands that was opened from a list. */
export interface DeskPlace {
  /** The address of the list. */
  list: string;
  /** Room for the list beside the case. */
  wide: boolean;
  /** The address of another case of the list, in a mode. */
  addressOf(id: string, mode?: string): string;
  /** Opens a page of these cases; one that is drawn ahead is on the screen at once. */
  follow(address: string): void;
  /** The list tells what it holds. */
  report(list: DeskList): void;
}

export const DeskContext = createContext<DeskPlace | undefined>(undefined);

/** The case that the list marks. A context of its own: a key that moves on draws the marks again, and not the list. */
export const MarkedCaseContext = createContext<string | undefined>(undefined);

/** The desk that a list or a case stands in; undefined on a page of its own. */
export const useDesk = (): DeskPlace | undefined => useContext(DeskContext);

/** Which case follows: the one below; where the case has left the list, the one that took its place. @param last where the case was last */
export function neighbour(ids: readonly string[], current: string, last: number, by: 1 | -1): string | undefined {
  const at = ids.indexOf(current);
  if (at >= 0) return ids[at + by];
  return by === 1 ? ids[Math.max(last, 0)] : ids[last - 1];
}

/** Where a key has led whose case is on the screen already, until the address follows. */
let onTheWay: string | undefined;

/** Says where a key has led; undefined when the address has followed. */
export function setOnTheWay(address: string | undefined): void {
  onTheWay = address;
}

/** Whether the officer is still on a case. The address is ahead of what is drawn: whoever has chosen another case meanwhile is on the way to it. */
export const isOnCase = (id: string, address = onTheWay ?? location.pathname): boolean => (address.split('?')[0] ?? '').split('/').includes(id);

/** Whether the list is the one that is waited for: answered, and of the page that was turned to. The page that is left is still there for a moment. */
export const hasCome = ({ fresh, page }: Pick<DeskList, 'fresh' | 'page'>, turned: number | undefined): boolean =>
  fresh && (turned === undefined || page === turned);
