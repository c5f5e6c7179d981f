/** Tracing as the kit and the services use it. While it is off it costs one comparison, and OpenTelemetry is not loaded. */
import type { Traces } from './open-telemetry.ts';

export type { Traces } from './open-telemetry.ts';

const load = async () => {
  const { Traces, inSpan, outgoing, traceparent, traceId, outsideTrace: apart } = await import('./open-telemetry.ts');
  return { Traces, inSpan, outgoing, traceparent, traceId, apart };
};
let telemetry: Awaited<ReturnType<typeof load>> | undefined;

/**
 * Turns tracing on for one part of the portal.
 * @param name of the part in the traces: `svc-trips`
 * @param endpoint of the OTLP/HTTP receiver; without it there is no tracing
 */
export async function openTraces(name: string, endpoint: string | undefined): Promise<Traces | undefined> {
  if (!endpoint) return undefined;
  telemetry ??= await load();
  return new telemetry.Traces(name, endpoint);
}

/** Runs the work as a span of the current call or job. Attributes hold no personal data and no document id. */
export const inSpan = <T>(name: string, work: () => Promise<T>, attributes: Record<string, string | number> = {}): Promise<T> =>
  telemetry ? telemetry.inSpan(name, attributes, work) : work();

/**
 * Calls another service with `fetch`, as a span of a trace that continues there. A redirect is an error: no service sends one, and following it would take the
 * call's credentials to an address that is not in the settings.
 * @param name method and route pattern; the URL holds ids and is not recorded
 */
export const fetchTraced = (name: string, url: string, init: RequestInit & { headers: Record<string, string> }): Promise<Response> =>
  telemetry
    ? telemetry.outgoing(name, () => fetch(url, { redirect: 'error', ...init, headers: { ...init.headers, ...traceHeaders() } }))
    : fetch(url, { redirect: 'error', ...init });

/** Returns the headers with which another service continues the trace. */
export function traceHeaders(): { traceparent?: string } {
  const traceparent = telemetry?.traceparent();
  return traceparent ? { traceparent } : {};
}

/** Returns the trace fields of a log line. */
export function traceFields(): { traceId?: string } {
  const traceId = telemetry?.traceId();
  return traceId ? { traceId } : {};
}

/** Runs work outside the trace of the call that starts it, such as handing over other callers' messages. */
export const outsideTraces = <T>(work: () => T): T => (telemetry ? telemetry.apart(work) : work());
