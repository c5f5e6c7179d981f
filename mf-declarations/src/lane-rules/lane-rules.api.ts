import type { ListResult } from '@portal/contract-kit';
import { background, useApi, useQuery } from '@portal/web-kit';
import type { LaneTables, LaneTableVersion, LaneTrial, WatchListEntry, WatchListSummary } from 'svc-declarations/contract';

export const rulesPath = '/v1/lane-rules';
export const watchListsPath = '/v1/watch-lists';
export const rulesScreen = '/staff/lane-rules';
export const watchListsScreen = `${rulesScreen}/watch-lists`;
/** Role that writes tables and watch lists. Supervisors may read the tables too. */
export const AUTHOR = 'reference-admin';
export const readers = [AUTHOR, 'traveller-declaration-supervise'];
/** Interval in ms in which a running trial is polled. */
const askAgainMs = 1_000;

export const tablePath = (id: string, ...more: string[]): string => [rulesPath, encodeURIComponent(id), ...more].join('/');

/** Loads all versions of all tables, and the day of the offices. */
export const useTables = () => {
  const api = useApi();
  return useQuery({
    queryKey: ['lane-rules'],
    queryFn: ({ signal }) => api.get<LaneTables>(rulesPath, { signal }),
    staleTime: 0,
  });
};

/** Loads one version of a table. */
export const useTable = (id: string) => {
  const api = useApi();
  return useQuery({
    queryKey: ['lane-rules', id],
    queryFn: async ({ signal }) => (await api.get<{ model: LaneTableVersion }>(tablePath(id), { signal })).model,
    staleTime: 0,
    enabled: id !== '',
  });
};

/** Loads the latest trials of a version, and polls them while one is running. */
export const useTrials = (id: string) => {
  const api = useApi();
  return useQuery({
    queryKey: ['lane-rules', id, 'trials'],
    queryFn: async ({ signal }) => (await api.get<ListResult<LaneTrial>>(tablePath(id, 'trial'), { signal, headers: background })).records,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'RUNNING') ? askAgainMs : false),
  });
};

/** Loads the watch lists. Only users who may write rules can see them. */
export const useWatchLists = (enabled = true) => {
  const api = useApi();
  return useQuery({
    queryKey: ['watch-lists'],
    queryFn: async ({ signal }) => (await api.get<ListResult<WatchListSummary>>(watchListsPath, { signal })).records,
    staleTime: 0,
    enabled,
  });
};

export const useWatchList = (code: string) => {
  const api = useApi();
  return useQuery({
    queryKey: ['watch-lists', code],
    queryFn: ({ signal }) => api.get<ListResult<WatchListEntry>>(`${watchListsPath}/${encodeURIComponent(code)}/entries`, { signal }),
    staleTime: 0,
  });
};
