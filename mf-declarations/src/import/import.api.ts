import type { ListResult } from '@portal/contract-kit';
import { type Api, useApi, useQuery } from '@portal/web-kit';
import type { ImportedPerson, ImportModel, RefusedRow } from 'svc-declarations/contract';

export const importPath = '/v1/traveller/declaration/import';
export const importScreen = '/other/traveller/import';
export const AGENT = 'traveller-declaration-import';
/** The service refuses more; the screen says so before anything is sent. */
export const mostBytes = 10 * 1024 * 1024;

/** Rows on a page of the service's answers. */
export const pageSizes = { refused: 20, people: 200 } as const;

/** While a list is registered, it is asked for so often. */
const askAgainMs = 1_000;

/** The agent's own lists. */
export const useImports = () => {
  const api = useApi();
  return useQuery({
    queryKey: ['imports'],
    queryFn: ({ signal }) => api.get<ListResult<ImportModel>>(importPath, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.records.some(isRunning) ? askAgainMs : false),
  });
};

/** A list, asked for again until it is finished. */
export const useImport = (id: string) => {
  const api = useApi();
  return useQuery({
    queryKey: ['imports', id],
    queryFn: async ({ signal }) => (await api.get<{ model: ImportModel }>(`${importPath}/${encodeURIComponent(id)}`, { signal })).model,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? askAgainMs : false),
  });
};

export const isRunning = ({ status }: ImportModel): boolean => status === 'PROCESSING';

/** How many rows were looked at. */
export const lookedAt = ({ accepted, refused, checked }: ImportModel): number => checked ?? accepted + refused;

const page =
  <Row>(part: string) =>
  (api: Api, id: string, number: number, signal: AbortSignal): Promise<ListResult<Row>> =>
    api.get<ListResult<Row>>(`${importPath}/${encodeURIComponent(id)}/${part}`, { query: { page: number }, signal });

export const readRefused = page<RefusedRow>('refused');
export const readPeople = page<ImportedPerson>('people');
