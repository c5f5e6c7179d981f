/**
 * Returns the local day and time in a time zone.
 * @param at an ISO date-time; without an offset it is UTC, as the services write it
 * @param timeZone the time zone; UTC by default
 */
export function clockIn(at: string, timeZone = 'UTC'): { day: string; time: string; zone: string } {
  const moment = new Date(/T[\d:.]+$/.test(at) ? `${at}Z` : at);
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(moment);
  const part = (name: string): string => parts.find(({ type }) => type === name)?.value ?? '';
  const day = `${part('year')}-${part('month')}-${part('day')}`;
  const time = `${part('hour')}:${part('minute')}`;
  const minutes = Math.floor(Date.parse(`${day}T${time}Z`) / 60_000) - Math.floor(moment.getTime() / 60_000);
  const ahead = Math.abs(minutes);
  const hours = `${Math.floor(ahead / 60)}${ahead % 60 ? `:${String(ahead % 60).padStart(2, '0')}` : ''}`;
  return { day, time, zone: minutes === 0 ? 'UTC' : `UTC${minutes < 0 ? '−' : '+'}${hours}` };
}
