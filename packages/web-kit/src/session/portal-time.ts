/** The time that the portal told last, because a device's clock may be wrong by any amount and may change at any moment. */
let told: { time: number; at: number } | undefined;

/** Notes the portal's time. @param date the `Date` header of an answer that has just come from the network */
export function tellPortalTime(date: string | null): void {
  const time = Date.parse(date ?? '');
  if (!Number.isNaN(time)) told = { time, at: performance.now() };
}

/** Returns the portal's time in milliseconds since the epoch; undefined until the portal has told this page the time. */
export const portalTime = (): number | undefined => told && told.time + performance.now() - told.at;
