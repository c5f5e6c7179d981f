import { background, type ListResult, useQuery, useSession } from '@portal/web-kit';
import { useQueueChanges } from '@portal/web-kit/live';
import type { Area, DocumentKind, MenuEntry } from '../area.ts';
import { shellApi } from '../areas/clients.ts';
import { useRegistry } from './use-registry.ts';

export interface StaffArea {
  area: Area;
  entries: MenuEntry[];
}

/** Returns the areas and screens that the signed-in officer's roles allow. */
export function useStaffMenu(): StaffArea[] {
  const registry = useRegistry();
  const { hasAnyRole } = useSession();
  return (registry?.areas ?? [])
    .map((area) => ({ area, entries: area.menu.filter(({ audience, roles }) => audience === 'staff' && (roles ?? []).length > 0 && hasAnyRole(roles ?? [])) }))
    .filter(({ entries }) => entries.length > 0);
}

/** Role that may see the operating state of the deployed areas. */
export const OPERATOR = 'remotes-admin';

/** Role that may read the audit logs. */
export const AUDITOR = 'audit-read';

export interface AreaKind {
  area: Area;
  kind: DocumentKind;
}

/** Returns all kinds of document that people own, in all areas. */
export const kindsOf = (areas: readonly Area[]): AreaKind[] => areas.flatMap((area) => area.kinds.map((kind) => ({ area, kind })));

/** Returns the kinds of documents whose erasure requests the officer answers. */
export function useErasureKinds(): AreaKind[] {
  const registry = useRegistry();
  const { hasAnyRole } = useSession();
  return kindsOf(registry?.areas ?? []).filter(({ kind }) => hasAnyRole([`${kind.roles}-supervise`, `${kind.roles}-erasure`]));
}

/** Role that may handle failed jobs. */
export const JOBS_ADMIN = 'jobs-admin';

/** A page of the shell for certain officers. */
export interface StaffPlace {
  to: string;
  /** Key of the text that names the page. */
  words: string;
}

/** Returns the shell's own pages that the signed-in officer may open, besides the overview and the board. */
export function useStaffPlaces(): StaffPlace[] {
  const { hasRole } = useSession();
  const answersErasure = useErasureKinds().length > 0;
  return [
    ...(answersErasure ? [{ to: '/staff/erasure', words: 'staff.erasure' }] : []),
    ...(hasRole(AUDITOR) ? [{ to: '/staff/audit', words: 'staff.audit' }] : []),
    ...(hasRole(JOBS_ADMIN)
      ? [
          { to: '/staff/jobs', words: 'staff.jobs' },
          { to: '/staff/health', words: 'staff.health' },
        ]
      : []),
    ...(hasRole(OPERATOR) ? [{ to: '/staff/areas', words: 'staff.areas' }] : []),
  ];
}

/**
 * Returns the kinds of documents, by area, for which the officer sees numbers: those of all officers for a supervisor, otherwise the own numbers. The role that
 * only imports lists does not count.
 */
export function useBoardAreas(): { area: Area; kinds: DocumentKind[] }[] {
  const registry = useRegistry();
  const { roles } = useSession();
  return (registry?.areas ?? [])
    .map((area) => ({
      area,
      kinds: area.kinds.filter((kind) => kind.statistics && roles.some((role) => role.startsWith(`${kind.roles}-`) && !role.endsWith('-import'))),
    }))
    .filter(({ kinds }) => kinds.length > 0);
}

/** Queues of a list. The queue of late cases comes first. */
export const queueNames = ['OVERDUE', 'MINE', 'UNASSIGNED', 'TEAM', 'APPLICANT'] as const;
export type QueueName = (typeof queueNames)[number];
type QueueCounts = Partial<Record<QueueName, number>>;

/** Returns the address of a queue of a list, sorted by due time. The tabs of the list use the same address. */
export const queueAddress = ({ path }: MenuEntry, queue: QueueName, more: readonly Condition[] = []): string =>
  `${path}?${new URLSearchParams({ q: JSON.stringify({ criteria: [inQueue(queue), ...more], sort: 'dueAt' }) })}`;
/** Returns the condition that a document is in a queue. */
export const inQueue = (queue: QueueName): Condition => ({ fieldName: 'queue', operation: 'EQ', values: [queue] });

/** Checks that the user may read the cases of a list. A user who may only search has no queues. */
const mayReadCases = ({ roles = [] }: MenuEntry, hasAnyRole: (roles: readonly string[]) => boolean): boolean =>
  hasAnyRole(roles.filter((role) => role.endsWith('-read')));

/** A condition of a list, as it is written in the list's address. */
export interface Condition {
  fieldName: string;
  operation: string;
  values: string[];
}

/** Returns the fixed conditions of a list, the path of its documents, and their kind. */
export function listOf({ kinds }: Area, { queues = '' }: MenuEntry): { path: string; always: Condition[]; kind: DocumentKind | undefined } {
  const [path = '', query = ''] = queues.split('?');
  const documents = path.replace(/\/queues$/, '');
  const q = JSON.parse(new URLSearchParams(query).get('q') ?? '{}') as { criteria?: Condition[] };
  return { path: documents, always: q.criteria ?? [], kind: kinds.find((kind) => kind.path === documents) };
}

/** Returns the lists of a menu that have queues and whose cases the officer may read. */
export function useCaseLists(menu: readonly StaffArea[]): { area: Area; entry: MenuEntry }[] {
  const { hasAnyRole } = useSession();
  return menu.flatMap(({ area, entries }) => entries.filter((entry) => entry.queues && mayReadCases(entry, hasAnyRole)).map((entry) => ({ area, entry })));
}

/** Loads how many documents are in each queue of a menu entry; empty if the area does not say. @param more further conditions of the counted documents */
export function useQueues(area: Area, entry: MenuEntry, more: readonly Condition[] = noConditions): QueueCounts {
  const { hasAnyRole } = useSession();
  const enabled = Boolean(entry.queues) && mayReadCases(entry, hasAnyRole);
  const { data, refetch } = useQuery({
    queryKey: ['queues', area.api, entry.queues, more],
    queryFn: async () => {
      const { path, always } = listOf(area, entry);
      const address = more.length ? `${path}/queues?${new URLSearchParams({ q: JSON.stringify({ criteria: [...always, ...more] }) })}` : (entry.queues ?? '');
      const { records } = await shellApi(area.api).get<ListResult<{ code: QueueName; count: number }>>(address, { headers: background });
      return Object.fromEntries(records.map(({ code, count }) => [code, count])) as QueueCounts;
    },
    enabled,
    staleTime: 5_000,
    refetchOnWindowFocus: true,
    retry: false,
  });
  useQueueChanges(enabled ? area.kinds.map(({ path }) => path) : none, () => void refetch());
  return enabled ? (data ?? {}) : {};
}

const none: readonly string[] = [];
const noConditions: readonly Condition[] = [];
