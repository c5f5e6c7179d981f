import type { ListResult } from '@portal/contract-kit';
import { type Api, background, useApi, useQuery } from '@portal/web-kit';
import type { ImportedPerson, ImportModel, RefusedRow } from 'svc-declarations/contract';

export const importPath = '/v1/traveller/declaration/import';
export const importScreen = '/other/traveller/import';
export const AGENT = 'traveller-declaration-import';
/** Largest size of a file, in bytes. The service refuses larger files; the screen says so before it sends anything. */
export const mostBytes = 10 * 1024 * 1024;

/** Number of rows on a page of the service's answers. */
export const pageSizes = { refused: 20, people: 200 } as const;

/** Interval in ms in which a list is polled while it is being registered. */
const askAgainMs = 1_000;

/** Loads the agent's own lists. */
export const useImports = () => {
  const api = useApi();
  return useQuery({
    queryKey: ['imports'],
    queryFn: ({ signal }) => api.get<ListResult<ImportModel>>(importPath, { signal, headers: background }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.records.some(isRunning) ? askAgainMs : false),
  });
};

/** Loads a list and polls it until it is finished. */
export const useImport = (id: string) => {
  const api = useApi();
  return useQuery({
    queryKey: ['imports', id],
    queryFn: async ({ signal }) => (await api.get<{ model: ImportModel }>(`${importPath}/${encodeURIComponent(id)}`, { signal, headers: background })).model,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? askAgainMs : false),
  });
};

export const isRunning = ({ status }: ImportModel): boolean => status === 'PROCESSING';

/** Returns the number of rows that have been checked. */
export const lookedAt = ({ accepted, refused, checked }: ImportModel): number => checked ?? accepted + refused;

const page =
  <Row>(part: string) =>
  (api: Api, id: string, number: number, signal: AbortSignal): Promise<ListResult<Row>> =>
    api.get<ListResult<Row>>(`${importPath}/${encodeURIComponent(id)}/${part}`, { query: { page: number }, signal });

export const readRefused = page<RefusedRow>('refused');
export const readPeople = page<ImportedPerson>('people');
