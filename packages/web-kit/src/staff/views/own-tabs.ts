import type { Api } from '../../api/api.ts';
import { useQuery, useQueryClient } from '../../query.ts';
import { useSession } from '../../session/session.tsx';

/** A person's settings for the tabs of a list: which tab opens first, and the order of the views. */
export interface OwnTabs {
  /** The tab that opens first: `queue:MINE` or another queue, or the id of a view. Without it the list opens unfiltered. */
  first?: string;
  order: string[];
}

/** Reads stored settings. Unreadable parts are ignored. */
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

/** Sorts items in the chosen order. Items that have no place in it come last. */
export function sortByIds<Item extends { id: string }>(items: readonly Item[], order: readonly string[]): Item[] {
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

/**
 * Returns the user's own settings for the tabs of a list, and a function that changes them. The service stores them for the person; this device keeps a copy,
 * so that a list opens at once.
 * @param list the name of the list: the path of its kind, with what distinguishes it from other lists of the kind
 */
export function useOwnTabs(api: Api, list: string, enabled: boolean): [OwnTabs, (next: OwnTabs) => void] {
  const { user } = useSession();
  const cache = useQueryClient();
  const place = `portal:tabs:${user?.email ?? user?.name ?? ''}:${list}`;
  const queryKey = ['own-tabs', api.prefix, place];
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const { model } = await api.get<{ model: OwnTabs }>('/v1/views/tabs', { query: { list }, signal });
      remember(place, model);
      return model;
    },
    enabled,
    retry: false,
    staleTime: 60_000,
  });
  const keep = (tabs: OwnTabs) => {
    cache.setQueryData(queryKey, tabs);
    remember(place, tabs);
    // If the call fails, the settings apply on this device only.
    void api.put('/v1/views/tabs', { list, ...tabs }, { person: user?.sub }).catch(() => undefined);
  };
  return [data ?? load(place), keep];
}

function remember(place: string, tabs: OwnTabs): void {
  try {
    localStorage.setItem(place, JSON.stringify(tabs));
  } catch {
    // Without storage the settings last until the user leaves the page.
  }
}
