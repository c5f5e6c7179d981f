/** Dates in words, also for the worker behind the pages, which has no components. */
import { dayOfMonth, type Language, say } from '@portal/contract-kit/days';

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value);

/** A date (`YYYY-MM-DD`) has no zone; a date-time of the server is UTC. */
export const parse = (value: string): Date | undefined => {
  const text = isDay(value) ? `${value}T00:00:00Z` : /T[\d:.]+$/.test(value) ? `${value}Z` : value;
  const date = new Date(text);
  // 30 February is no date, though JavaScript reads it as one in March.
  return Number.isNaN(date.getTime()) || (isDay(value) && date.toISOString().slice(0, 10) !== value) ? undefined : date;
};

/** `27 March 2026`; a value that is no date is given back. A pure date is never moved by the reader's time zone. */
export function dateInWords(value: string, language: Language): string {
  const date = parse(value);
  if (!date) return value;
  return say(
    isDay(value) ? dayOfMonth(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()) : dayOfMonth(date.getFullYear(), date.getMonth(), date.getDate()),
    language,
  );
}
