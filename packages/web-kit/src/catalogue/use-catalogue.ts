import type { CatalogueRecord, ListResult, SearchCriterion } from '@portal/contract-kit';
import { useCallback, useMemo } from 'react';
import { apiOf } from '../api/api.ts';
import { type ApiProblem, asProblem } from '../api/problem.ts';
import { nextTask } from '../area/in-tasks.ts';
import { keepPreviousData, useQuery } from '../query.ts';
import { contains, eq } from './criteria.ts';

const REFERENCE = '/api/reference';
const PAGE = 200;
/** The largest number of records that a catalogue is fetched completely with and filtered in the browser. A larger catalogue is searched by the server. */
const WHOLE = 600;
const TEN_MINUTES = 600_000;

/** Whether the records of a list have arrived. */
export interface ListState {
  loading: boolean;
  problem?: ApiProblem;
  retry(): void;
}

export interface CatalogueState extends ListState {
  records: CatalogueRecord[];
  totalRecords: number;
  /** Whether all records are loaded; otherwise `search` asks the server. */
  complete: boolean;
}

interface Loaded {
  records: CatalogueRecord[];
  totalRecords: number;
}

const empty: CatalogueRecord[] = [];

const page = (path: string, criteria: SearchCriterion[], number: number, signal?: AbortSignal) =>
  apiOf(REFERENCE).get<ListResult<CatalogueRecord>>(path, { query: { q: { criteria, paging: { page: number, size: PAGE } } }, signal });

async function loadCatalogue(path: string, criteria: SearchCriterion[], signal: AbortSignal): Promise<Loaded> {
  // A form requests many catalogues at once, and each request keeps a phone busy, so each one starts in a task of its own.
  await nextTask();
  const first = await page(path, criteria, 1, signal);
  if (first.totalRecords <= first.records.length || first.totalRecords > WHOLE) return first;
  const rest = await Promise.all(Array.from({ length: Math.ceil(first.totalRecords / PAGE) - 1 }, (_, index) => page(path, criteria, index + 2, signal)));
  return { records: [first, ...rest].flatMap((part) => part.records), totalRecords: first.totalRecords };
}

/** Names and codes are searched with two queries, because the query language has no OR. */
async function searchCatalogue(path: string, criteria: SearchCriterion[], text: string, signal: AbortSignal): Promise<Loaded> {
  const found = await Promise.all([page(path, [...criteria, contains('name', text)], 1, signal), page(path, [...criteria, contains('code', text)], 1, signal)]);
  const byCode = new Map(found.flatMap((part) => part.records).map((record) => [record.code, record]));
  return { records: [...byCode.values()], totalRecords: byCode.size };
}

/** Returns the address of a catalogue's search; `documents/extension` is the search for catalogue extensions. */
const pathOf = (name: string) => `/v1/catalogue/${name}/search`;

/**
 * Loads the records of a catalogue and caches them for ten minutes. Up to 600 records are loaded completely. Of a larger catalogue only the first page is
 * loaded, and `search` (the typed text) asks the server. The record of `code` (the chosen one) is always included, so that its name can be shown.
 */
export function useCatalogue(
  name: string | undefined,
  { criteria = [], search = '', code = '', enabled = true }: { criteria?: SearchCriterion[]; search?: string; code?: string; enabled?: boolean } = {},
): CatalogueState {
  const path = pathOf(name ?? '');
  const whole = useQuery({
    queryKey: ['catalogue', name, criteria],
    queryFn: ({ signal }) => loadCatalogue(path, criteria, signal),
    enabled: enabled && !!name,
    staleTime: TEN_MINUTES,
  });
  const complete = !!whole.data && whole.data.records.length >= whole.data.totalRecords;
  const text = search.trim();
  const searching = enabled && !!name && !!whole.data && !complete && text.length >= 2;
  const found = useQuery({
    queryKey: ['catalogue', name, criteria, 'search', text],
    queryFn: ({ signal }) => searchCatalogue(path, criteria, text, signal),
    enabled: searching,
    staleTime: TEN_MINUTES,
    placeholderData: keepPreviousData,
  });
  const shown = searching ? found : whole;
  const lacking = enabled && !!name && !!code && !!whole.data && !complete && !whole.data.records.some((record) => record.code === code);
  const chosen = useQuery({
    queryKey: ['catalogue', name, 'code', code],
    queryFn: ({ signal }) => page(path, [eq('code', code)], 1, signal),
    enabled: lacking,
    staleTime: TEN_MINUTES,
  });
  const records = useMemo(() => {
    const listed = shown.data?.records ?? empty;
    const more = lacking ? (chosen.data?.records ?? empty).filter((record) => !listed.some((each) => each.code === record.code)) : empty;
    return more.length > 0 ? [...listed, ...more] : listed;
  }, [shown.data, chosen.data, lacking]);
  return {
    records,
    totalRecords: shown.data?.totalRecords ?? 0,
    loading: enabled && !!name && shown.isPending,
    complete,
    problem: shown.error ? asProblem(shown.error) : undefined,
    retry: () => void shown.refetch(),
  };
}

async function loadEnum(name: string, signal: AbortSignal): Promise<Loaded> {
  await nextTask();
  return apiOf(REFERENCE).get<ListResult<CatalogueRecord>>(`/reference/enums/${name}`, { signal });
}

/** Loads an enumeration (`Gender-Enums`), in the same form as a catalogue. */
export const useEnum = (name: string | undefined, enabled = true): CatalogueState => useAllRecords({ enumName: name, enabled });

const there: ListState = { loading: false, retry: () => undefined };

const given = (records: readonly CatalogueRecord[], state: ListState = there): CatalogueState => ({
  ...state,
  records: records as CatalogueRecord[],
  totalRecords: records.length,
  complete: true,
});

interface RecordSource {
  records?: readonly CatalogueRecord[];
  /** The state of the list that the given `records` come from. Without it, they are there. */
  listState?: ListState;
  enumName?: string;
  catalogue?: string;
  criteria?: SearchCriterion[];
  enabled?: boolean;
}

/**
 * Loads all records of a field that has no search. It uses a single query whatever the source of the records is, because a form has many such fields and each
 * query costs time on a phone.
 */
export function useAllRecords({ records, listState, enumName, catalogue, criteria = [], enabled = true }: RecordSource): CatalogueState {
  const wanted = enabled && !records && Boolean(enumName || catalogue);
  const query = useQuery({
    queryKey: enumName ? ['enum', enumName] : ['catalogue', catalogue, criteria],
    queryFn: ({ signal }) => (enumName ? loadEnum(enumName, signal) : loadCatalogue(pathOf(catalogue ?? ''), criteria, signal)),
    enabled: wanted,
    staleTime: TEN_MINUTES,
  });
  const { refetch } = query;
  const retry = useCallback(() => void refetch(), [refetch]);
  if (records) return given(records, listState);
  return {
    records: query.data?.records ?? empty,
    totalRecords: query.data?.totalRecords ?? 0,
    loading: wanted && query.isPending,
    complete: !!query.data && query.data.records.length >= query.data.totalRecords,
    problem: query.error ? asProblem(query.error) : undefined,
    retry,
  };
}

/** Loads the records of a field with a search, or of a field that needs only its chosen record. */
export function useRecords({
  records,
  listState,
  enumName,
  catalogue,
  criteria,
  search,
  code,
  enabled = true,
}: RecordSource & { search?: string; code?: string }): CatalogueState {
  const fromEnum = useEnum(enumName, enabled);
  const fromCatalogue = useCatalogue(catalogue, { criteria, search, code, enabled });
  if (records) return given(records, listState);
  return enumName ? fromEnum : fromCatalogue;
}
