const quarterMs = 900_000;

/**
 * Returns a function that gives the hour of the day, 0 to 23, in a time zone. Formatting is slow, so each quarter of an hour is formatted once: no clock differs
 * from UTC by less.
 */
export function hourOfDay(timeZone: string): (at: Date) => number {
  const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone });
  const known = new Map<number, number>();
  return (at) => {
    const quarter = Math.floor(at.getTime() / quarterMs);
    const found = known.get(quarter) ?? Number(format.format(at));
    known.set(quarter, found);
    return found;
  };
}
