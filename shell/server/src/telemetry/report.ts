/** The content of a page's report. It holds nothing about the visitor, what was typed, or which document was open. */

/** The loading step in which an area failed. */
export const stages = ['entry', 'integrity', 'bootstrap', 'mount', 'render', 'timeout'] as const;
export const vitals = ['LCP', 'INP', 'CLS', 'TTFB'] as const;

export type Stage = (typeof stages)[number];
export type Vital = (typeof vitals)[number];

interface Origin {
  area: string;
  version: string;
}

/** An attempt to show an area. It succeeded when `failed` is missing. */
export type LoadEvent = Origin & { kind: 'load'; failed?: Stage };
/** An uncaught error. Only its name is sent, because its message may contain what a person typed. */
export type ErrorEvent = Origin & { kind: 'error'; name: string };
/** A web vital: LCP, INP and TTFB in milliseconds, CLS as its score. `prefix` is the prefix of the address at which the page was opened. */
export type VitalEvent = Origin & { kind: 'vital'; metric: Vital; value: number; prefix: string };
export type TelemetryEvent = LoadEvent | ErrorEvent | VitalEvent;

export const MOST_BYTES = 4096;
const MOST_EVENTS = 40;

const textUpTo =
  (length: number) =>
  (value: unknown): boolean =>
    typeof value === 'string' && value.length > 0 && value.length <= length;
const oneOf =
  (values: readonly string[]) =>
  (value: unknown): boolean =>
    values.includes(value as string);
const optional =
  (check: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === undefined || check(value);

const origin = { area: textUpTo(60), version: textUpTo(60) };
const shapes: Record<string, Record<string, (value: unknown) => boolean>> = {
  load: { ...origin, kind: oneOf(['load']), failed: optional(oneOf(stages)) },
  error: { ...origin, kind: oneOf(['error']), name: textUpTo(40) },
  vital: {
    ...origin,
    kind: oneOf(['vital']),
    metric: oneOf(vitals),
    value: (value) => typeof value === 'number' && value >= 0 && value <= 600_000,
    prefix: textUpTo(100),
  },
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function isEvent(value: unknown): value is TelemetryEvent {
  if (!isObject(value) || !Object.hasOwn(shapes, String(value.kind))) {
    return false;
  }
  const shape = shapes[String(value.kind)];
  return Object.keys(value).every((key) => Object.hasOwn(shape, key)) && Object.entries(shape).every(([key, check]) => check(value[key]));
}

/** Returns the events of a report; undefined when the report is not exactly in the form that the portal's pages send. */
export function eventsOf(body: unknown): TelemetryEvent[] | undefined {
  const events = isObject(body) && Object.keys(body).length === 1 ? body.events : undefined;
  return Array.isArray(events) && events.length > 0 && events.length <= MOST_EVENTS && events.every(isEvent) ? events : undefined;
}
