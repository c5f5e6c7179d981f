import { formatDay } from '@portal/contract-kit/days';

interface Day {
  code: string;
  name: string;
}

const DAY_MS = 86_400_000;
const isDays = (records: unknown): records is Day[] =>
  Array.isArray(records) && records.length > 0 && records.every(({ code }: Partial<Day>) => /^\d{4}-\d{2}-\d{2}$/.test(code ?? ''));

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/**
 * Moves the days that a form offers to today: an answer that was stored some days ago offers days that are over. Other answers stay unchanged. A clock that was
 * set back changes nothing, because the portal has offered these days.
 * @param body the stored answer as JSON
 * @param now time of the device; the services count days in UTC
 */
export function moveDaysOn(body: string, now: Date, language: string): string {
  const answer = JSON.parse(body) as { records?: unknown };
  const { records } = answer;
  if (!isDays(records) || (records[0] as Day).code >= dayOf(now.getTime())) return body;
  const moved = records.map((record, index) => {
    const time = now.getTime() + index * DAY_MS;
    return { ...record, code: dayOf(time), name: formatDay(dayOf(time), language) };
  });
  return JSON.stringify({ ...answer, records: moved });
}
