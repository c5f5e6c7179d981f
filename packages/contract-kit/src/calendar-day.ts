/** The length of a day in milliseconds. Days of the portal are days in UTC, so each has this length. */
export const dayMs = 86_400_000;

/** Returns the day of a time in the portal's time zone (UTC), `YYYY-MM-DD`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
