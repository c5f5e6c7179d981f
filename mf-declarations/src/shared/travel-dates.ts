import type { CatalogueRecord, ListResult } from '@portal/contract-kit';
import { type Api, currentLanguage, formatDate, useApi, useQuery } from '@portal/web-kit';
import type { FieldSpec } from '@portal/web-kit/forms';

export type TravelDate = Pick<CatalogueRecord, 'code' | 'name'>;

export const loadTravelDates = (api: Api, kind: 'traveller' | 'departure', signal?: AbortSignal): Promise<ListResult<TravelDate>> =>
  api.get<ListResult<TravelDate>>(`/v1/${kind}/declaration/getDates`, { signal });

/** Returns the days that the service offers for an arrival or departure. */
export function useTravelDates(kind: 'traveller' | 'departure', enabled = true): readonly TravelDate[] {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['declarations', kind, 'dates'],
    queryFn: ({ signal }) => loadTravelDates(api, kind, signal),
    enabled,
    // Ten minutes, so that a page that stays open over midnight loads the days again.
    staleTime: 10 * 60_000,
  });
  return data?.records ?? [];
}

/** Returns a field with a list of days instead of a date input. */
export function dateField(dates: readonly TravelDate[]): Partial<FieldSpec> {
  const records = dates.map(({ code }) => ({
    code,
    name: formatDate(code, 'en'),
    names: Object.fromEntries(['en', 'pt', currentLanguage()].map((language) => [language, formatDate(code, language)])),
  }));
  return { type: 'select', records, format: (value) => (value ? formatDate(String(value)) : '') };
}
