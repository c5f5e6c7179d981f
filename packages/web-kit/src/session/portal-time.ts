/** The time as the portal last told it: the clock of a device may be wrong by any amount, and change at any moment. */
let told: { time: number; at: number } | undefined;

/** @param date the header `Date` of an answer that came from the network just now */
export function tellPortalTime(date: string | null): void {
  const time = Date.parse(date ?? '');
  if (!Number.isNaN(time)) told = { time, at: performance.now() };
}

/** In milliseconds since the epoch; undefined until the portal has told it to this page. */
export const portalTime = (): number | undefined => told && told.time + performance.now() - told.at;
