import { background, createApi, useQuery, useSession } from '@portal/web-kit';
import type { Area, MenuEntry } from '../registry.ts';
import { useRegistry } from './use-registry.ts';

export interface StaffArea {
  area: Area;
  entries: MenuEntry[];
}

/** The areas and screens that the roles of the signed-in officer open. */
export function useStaffMenu(): StaffArea[] {
  const registry = useRegistry();
  const { hasAnyRole } = useSession();
  return (registry?.areas ?? [])
    .map((area) => ({ area, entries: area.menu.filter(({ audience, roles }) => audience === 'staff' && (roles ?? []).length > 0 && hasAnyRole(roles ?? [])) }))
    .filter(({ entries }) => entries.length > 0);
}

/** Sees how the deployed areas fare. */
export const OPERATOR = 'remotes-admin';

export const useIsOperator = (): boolean => useSession().hasRole(OPERATOR);

/** How many documents wait behind a menu entry; `undefined` where the area does not say. */
export function useWaiting(area: Area, entry: MenuEntry): number | undefined {
  const { data } = useQuery({
    queryKey: ['waiting', area.api, entry.waiting],
    queryFn: async () => (await createApi(area.api).get<{ count?: number }>(entry.waiting ?? '', { headers: background })).count ?? null,
    enabled: Boolean(entry.waiting),
    staleTime: 30_000,
    refetchInterval: 60_000,
    retry: false,
  });
  return data ?? undefined;
}
