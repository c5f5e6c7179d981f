const name = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)$/;

/**
 * Returns the moment that the name of a backup or dump gives, such as 2026-05-03T01-00-00 (UTC), in Unix time in seconds; 0 if it gives none. What was made while
 * the clock was ahead counts as none: it would hide that there is nothing newer.
 */
export function timeOfName(text: string): number {
  const [, day, hour, minute, second] = name.exec(text) ?? [];
  const time = Date.parse(`${day}T${hour}:${minute}:${second}Z`) / 1000;
  return time <= Date.now() / 1000 ? time : 0;
}
