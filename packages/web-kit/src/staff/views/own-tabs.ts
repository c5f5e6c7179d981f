import type { Api } from '../../api/api.ts';
import { useQuery, useQueryClient } from '../../query.ts';
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

/**
 * The tabs of a list as the reader likes them. The service keeps them for the person; this device remembers them, so that a list opens at once.
 * @param list its name: the path of the kind, with what tells it from other lists of the kind
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
    // What could not be sent holds on this device.
    void api.put('/v1/views/tabs', { list, ...tabs }).catch(() => undefined);
  };
  return [data ?? load(place), keep];
}

function remember(place: string, tabs: OwnTabs): void {
  try {
    localStorage.setItem(place, JSON.stringify(tabs));
  } catch {
    // It holds until the page is left.
  }
}
