import type { CatalogueRecord, ListResult } from '@portal/contract-kit';
import { type Api, asProblem, currentLanguage, formatDate, type ListState, useApi, useQuery } from '@portal/web-kit';
import type { FieldSpec } from '@portal/web-kit/forms';
import { useMemo } from 'react';

export type TravelDate = Pick<CatalogueRecord, 'code' | 'name'>;

export const loadTravelDates = (api: Api, kind: 'traveller' | 'departure', signal?: AbortSignal): Promise<ListResult<TravelDate>> =>
  api.get<ListResult<TravelDate>>(`/v1/${kind}/declaration/getDates`, { signal });

const none: readonly TravelDate[] = [];

/** Returns the days that the service offers for an arrival or departure, and whether they have arrived. */
export function useTravelDates(kind: 'traveller' | 'departure'): { dates: readonly TravelDate[]; datesState: ListState } {
  const api = useApi();
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['declarations', kind, 'dates'],
    queryFn: ({ signal }) => loadTravelDates(api, kind, signal),
    // Ten minutes, so that a page that stays open over midnight loads the days again.
    staleTime: 10 * 60_000,
  });
  const datesState = useMemo(
    () => ({ loading: isPending, problem: error ? asProblem(error) : undefined, retry: () => void refetch() }),
    [isPending, error, refetch],
  );
  return { dates: data?.records ?? none, datesState };
}

/** Returns a field with a list of days instead of a date input. */
export function dateField(dates: readonly TravelDate[], listState?: ListState): Partial<FieldSpec> {
  const records = dates.map(({ code }) => ({
    code,
    name: formatDate(code, 'en'),
    names: Object.fromEntries(['en', 'pt', currentLanguage()].map((language) => [language, formatDate(code, language)])),
  }));
  return { type: 'select', records, listState, format: (value) => (value ? formatDate(String(value)) : '') };
}
