/** What the kit and the services say of traces. Off, it costs a comparison: OpenTelemetry is not even loaded. */
import type { Traces } from './open-telemetry.ts';

export type { Traces } from './open-telemetry.ts';

const load = async () => {
  const { Traces, inSpan, outgoing, traceparent, traceId, apart } = await import('./open-telemetry.ts');
  return { Traces, inSpan, outgoing, traceparent, traceId, apart };
};
let telemetry: Awaited<ReturnType<typeof load>> | undefined;

/**
 * Turns traces on for one part of the portal.
 * @param name of the part, as it is shown: `svc-trips`
 * @param endpoint of the OTLP/HTTP receiver; without it there are no traces
 */
export async function openTraces(name: string, endpoint: string | undefined): Promise<Traces | undefined> {
  if (!endpoint) return undefined;
  telemetry ??= await load();
  return new telemetry.Traces(name, endpoint);
}

/** A step of the call or job under way. Attributes hold no personal data and no document's id. */
export const inSpan = <T>(name: string, work: () => Promise<T>, attributes: Record<string, string | number> = {}): Promise<T> =>
  telemetry ? telemetry.inSpan(name, attributes, work) : work();

/**
 * `fetch` of another service, as a step of the trace that goes on there.
 * @param name method and route pattern; the address holds ids and stays out of the trace
 */
export const fetchTraced = (name: string, url: string, init: RequestInit & { headers: Record<string, string> }): Promise<Response> =>
  telemetry ? telemetry.outgoing(name, () => fetch(url, { ...init, headers: { ...init.headers, ...traceHeaders() } })) : fetch(url, init);

/** Headers that let another service go on with the trace. */
export function traceHeaders(): { traceparent?: string } {
  const traceparent = telemetry?.traceparent();
  return traceparent ? { traceparent } : {};
}

/** Fields of a log line. */
export function traceFields(): { traceId?: string } {
  const traceId = telemetry?.traceId();
  return traceId ? { traceId } : {};
}

/** For work that a call sets off but that belongs to nobody's trace, such as handing on what others left too. */
export const outsideTraces = <T>(work: () => T): T => (telemetry ? telemetry.apart(work) : work());
