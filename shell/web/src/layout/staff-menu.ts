import { background, useQuery, useSession } from '@portal/web-kit';
import type { Area, DocumentKind, MenuEntry } from '../area.ts';
import { shellApi } from '../areas/clients.ts';
import { useRegistry } from './use-registry.ts';

export interface StaffArea {
  area: Area;
  entries: MenuEntry[];
}

/** The areas and screens that the signed-in officer's roles allow. */
export function useStaffMenu(): StaffArea[] {
  const registry = useRegistry();
  const { hasAnyRole } = useSession();
  return (registry?.areas ?? [])
    .map((area) => ({ area, entries: area.menu.filter(({ audience, roles }) => audience === 'staff' && (roles ?? []).length > 0 && hasAnyRole(roles ?? [])) }))
    .filter(({ entries }) => entries.length > 0);
}

/** May see the operating state of the deployed areas. */
export const OPERATOR = 'remotes-admin';

export const useIsOperator = (): boolean => useSession().hasRole(OPERATOR);

export interface AreaKind {
  area: Area;
  kind: DocumentKind;
}

/** Every kind of document that people own, in all areas. */
export const kindsOf = (areas: readonly Area[]): AreaKind[] => areas.flatMap((area) => area.kinds.map((kind) => ({ area, kind })));

/** The kinds of documents whose erasure requests the officer answers. */
export function useErasureKinds(): AreaKind[] {
  const registry = useRegistry();
  const { hasAnyRole } = useSession();
  return kindsOf(registry?.areas ?? []).filter(({ kind }) => hasAnyRole([`${kind.roles}-supervise`, `${kind.roles}-erasure`]));
}

/** How many documents wait behind a menu entry; `undefined` where the area does not tell. */
export function useWaiting(area: Area, entry: MenuEntry): number | undefined {
  const { data } = useQuery({
    queryKey: ['waiting', area.api, entry.waiting],
    queryFn: async () => (await shellApi(area.api).get<{ count?: number }>(entry.waiting ?? '', { headers: background })).count ?? null,
    enabled: Boolean(entry.waiting),
    staleTime: 30_000,
    refetchInterval: 60_000,
    retry: false,
  });
  return data ?? undefined;
}
