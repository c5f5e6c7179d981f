/** Returns today's date in UTC, such as 2026-07-24. */
export const today = (): string => new Date().toISOString().slice(0, 10);
