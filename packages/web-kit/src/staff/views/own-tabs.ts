import { useState } from 'react';
import { useSession } from '../../session/session.tsx';

/** How one person likes the tabs of a list: which is opened first, and in which order the views stand. */
export interface OwnTabs {
  /** `queue:MINE`, or the id of a view; without it the list as it is. */
  first?: string;
  order: string[];
}

/** Reads what is stored; what is unreadable counts as nothing. */
export function readOwnTabs(stored: string | null): OwnTabs {
  try {
    const { first, order } = (JSON.parse(stored ?? '{}') ?? {}) as Partial<OwnTabs>;
    return {
      ...(typeof first === 'string' ? { first } : {}),
      order: Array.isArray(order) ? order.filter((id) => typeof id === 'string') : [],
    };
  } catch {
    return { order: [] };
  }
}

/** In the chosen order; what was not placed yet comes last. */
export function inOrder<Item extends { id: string }>(items: readonly Item[], order: readonly string[]): Item[] {
  const place = ({ id }: Item) => (order.includes(id) ? order.indexOf(id) : order.length);
  return [...items].sort((one, two) => place(one) - place(two));
}

const load = (key: string): OwnTabs => {
  try {
    return readOwnTabs(localStorage.getItem(key));
  } catch {
    return { order: [] };
  }
};

/** The tabs of a list as the reader likes them, kept on this device for this person. */
export function useOwnTabs(list: string): [OwnTabs, (next: OwnTabs) => void] {
  const { user } = useSession();
  const key = `portal:tabs:${user?.email ?? user?.name ?? ''}:${list}`;
  const [held, setHeld] = useState<{ key: string; tabs: OwnTabs }>();
  const keep = (tabs: OwnTabs) => {
    setHeld({ key, tabs });
    try {
      localStorage.setItem(key, JSON.stringify(tabs));
    } catch {
      // It holds until the page is left.
    }
  };
  return [held?.key === key ? held.tabs : load(key), keep];
}
