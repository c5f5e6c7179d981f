import { createContext, useContext } from 'react';

/** The cases of the list in which the case on the screen is. */
export interface DeskList {
  ids: readonly string[];
  /** By id of the case: its status as the list shows it. */
  statuses: ReadonlyMap<string, string>;
  title: string;
  page: number;
  pages: number;
  /** False while the list is being loaded again. */
  fresh: boolean;
  openPage(page: number): void;
}

/** The desk of a case that was opened from a list: its list and its navigation. */
export interface DeskPlace {
  /** The address of the list. */
  list: string;
  /** Whether there is room for the list beside the case. */
  wide: boolean;
  /** Returns the address of another case of the list, in a mode. */
  addressOf(id: string, mode?: string): string;
  /** Opens a page of these cases. A page that was rendered in advance is shown at once. */
  follow(address: string): void;
  /** Called by the list to report its contents. */
  report(list: DeskList): void;
}

export const DeskContext = createContext<DeskPlace | undefined>(undefined);

/** The id of the case that the list marks. It has a context of its own, so that a key that moves on renders only the marks again, and not the list. */
export const MarkedCaseContext = createContext<string | undefined>(undefined);

/** Returns the desk around a list or a case; undefined on a page without a desk. */
export const useDesk = (): DeskPlace | undefined => useContext(DeskContext);

/**
 * Returns the case that follows: the next one in the list, or, if the current case has left the list, the one that took its place. @param last the last
 * position of the current case
 */
export function neighbour(ids: readonly string[], current: string, last: number, by: 1 | -1): string | undefined {
  const at = ids.indexOf(current);
  if (at >= 0) return ids[at + by];
  return by === 1 ? ids[Math.max(last, 0)] : ids[last - 1];
}

/** The address that a key has opened, until the browser's address follows: its case is already on the screen. */
let pendingAddress: string | undefined;

/** Sets the address that a key has opened; undefined when the browser's address has followed. */
export function setPendingAddress(address: string | undefined): void {
  pendingAddress = address;
}

/**
 * Whether the officer is still on a case. Uses the address and not the rendered case, because an officer who has chosen another case meanwhile is already on
 * the way to it.
 */
export const isOnCase = (id: string, address = pendingAddress ?? location.pathname): boolean => (address.split('?')[0] ?? '').split('/').includes(id);

/** Whether the awaited list has arrived: it is loaded, and it is the page that was requested. The previous page is still shown for a moment. */
export const hasListArrived = ({ fresh, page }: Pick<DeskList, 'fresh' | 'page'>, turned: number | undefined): boolean =>
  fresh && (turned === undefined || page === turned);
