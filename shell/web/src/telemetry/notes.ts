/** The loading step in which an area failed. */
export type Stage = 'entry' | 'integrity' | 'bootstrap' | 'mount' | 'render' | 'timeout';

interface Origin {
  area: string;
  version: string;
}

/** A report of the page to the gateway. It contains nothing about the visitor, no address and no message. */
export type TelemetryEvent = Origin &
  ({ kind: 'load'; failed?: Stage } | { kind: 'error'; name: string } | { kind: 'vital'; metric: string; value: number; prefix: string });

/** Origin of reports from screens that belong to no area. */
export const shell: Origin = { area: 'shell', version: 'current' };

const SEND_AFTER = 5_000;
const MOST_AT_ONCE = 20;
/** Largest number of reports of one page, in case its code fails in a loop. */
const MOST_OF_A_PAGE = 200;

let waiting: TelemetryEvent[] = [];
let taken = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sends the waiting reports now. */
export function send(): void {
  clearTimeout(timer);
  timer = undefined;
  while (waiting.length > 0) {
    const events = waiting.slice(0, MOST_AT_ONCE);
    waiting = waiting.slice(MOST_AT_ONCE);
    navigator.sendBeacon('/telemetry', new Blob([JSON.stringify({ events })], { type: 'application/json' }));
  }
}

/** Queues an event for the next report. The report is sent after a few seconds or when the page is left. */
export function recordEvent(what: TelemetryEvent): void {
  if (taken >= MOST_OF_A_PAGE) return;
  taken += 1;
  waiting.push(what);
  timer ??= setTimeout(send, SEND_AFTER);
}

/** Returns the area and version whose code threw an error, from the file names in the stack. */
function originOf(error: unknown): Origin {
  const [, area, version] = /\/remotes\/([\w-]+)\/([^/]+)\//.exec((error as Error | null)?.stack ?? '') ?? [];
  return area && version ? { area, version } : shell;
}

/** Returns the name of an error. Nothing else is reported, because the message may contain what somebody typed. */
export const errorName = (error: unknown): string => (error instanceof Error ? error.name : 'other').slice(0, 40) || 'other';

export const recordError = (error: unknown) => recordEvent({ kind: 'error', ...originOf(error), name: errorName(error) });
