/** Dates in words. The module has no components, so that the service worker can use it too. */
import { dayOfMonth, type Language, say } from '@portal/contract-kit/days';

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value);

/** Parses a date (`YYYY-MM-DD`), which has no time zone, or a date-time of the server, which is in UTC. */
export const parse = (value: string): Date | undefined => {
  const text = isDay(value) ? `${value}T00:00:00Z` : /T[\d:.]+$/.test(value) ? `${value}Z` : value;
  const date = new Date(text);
  // 30 February is not a date, although JavaScript reads it as a day in March.
  return Number.isNaN(date.getTime()) || (isDay(value) && date.toISOString().slice(0, 10) !== value) ? undefined : date;
};

/** Writes a date in words: `27 March 2026`. Returns a value that is not a date unchanged. The user's time zone never shifts a pure date. */
export function dateInWords(value: string, language: Language): string {
  const date = parse(value);
  if (!date) return value;
  return say(
    isDay(value) ? dayOfMonth(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()) : dayOfMonth(date.getFullYear(), date.getMonth(), date.getDate()),
    language,
  );
}
