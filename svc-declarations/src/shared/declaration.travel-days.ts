/** The days of travel that can be chosen. */
import { formatDay, L, type Language } from '@portal/contract-kit';
import { addDays, type Fault } from '@portal/service-kit';
import type { DateOption } from '../../contract/index.ts';

/** Returns today and the given number of days after it, as `getDates` returns them. */
export const travelDays = (today: string, after: number, language: Language): DateOption[] =>
  Array.from({ length: after + 1 }, (_, i) => addDays(today, i)).map((code) => ({ code, name: formatDay(code, language) }));

const chooseFromList = L('Choose one of the days in the list', 'Escolha um dos dias da lista');

/**
 * Returns the error for a day that cannot be chosen. A registered declaration may keep a day that was allowed at its registration.
 * @param registered day of registration; before the registration, the day on which the declaration was sent
 */
export function travelDayErrors(field: string, day: unknown, today: string, after: number, registered = today): Fault[] {
  // The contract reports a missing or malformed day.
  if (typeof day !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(day) || (day >= registered && day <= addDays(today, after))) return [];
  return [{ code: 'CHOICE', field, message: chooseFromList }];
}
