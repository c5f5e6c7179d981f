import type { PartStates } from '../http/parts.ts';
import type { ServerTls } from '../http/server-tls.ts';
import type { Metrics } from './metrics.ts';

/** Adds gauges for whether the parts that this one depends on answer, and how quickly. A part that the deployment does not use has no value. */
export function watchParts(metrics: Metrics, parts: Pick<PartStates, 'current'>): void {
  metrics.gauge('portal_part_up', '1 where a part that this one depends on works, 0 where it does not answer within three seconds', ['part'], async () =>
    (await parts.current()).filter(({ state }) => state !== 'off').map(({ part, state }) => ({ labels: { part }, value: state === 'up' ? 1 : 0 })),
  );
  metrics.gauge('portal_part_answer_seconds', 'How long a part took to answer', ['part'], async () =>
    (await parts.current()).flatMap(({ part, milliseconds }) => (milliseconds === undefined ? [] : [{ labels: { part }, value: milliseconds / 1_000 }])),
  );
}

/** Adds gauges for the time when this part started and for the time of its machine. Prometheus compares both with its own clock. */
export function watchClock(metrics: Metrics): void {
  const startedAt = Date.now() / 1_000;
  metrics.gauge('portal_started_timestamp_seconds', 'When this part of the portal started, in seconds since 1970', [], () => [{ value: startedAt }]);
  metrics.gauge('portal_clock_timestamp_seconds', 'The time of this machine, in seconds since 1970', [], () => [{ value: Date.now() / 1_000 }]);
}

/** Adds a gauge for the end of the certificate that this part shows to its callers. It has no value in a part that serves without TLS. */
export function watchCertificate(metrics: Metrics, tls: Pick<ServerTls, 'ends'> | undefined): void {
  metrics.gauge('portal_certificate_end_timestamp_seconds', 'When the TLS certificate of this part ends, in seconds since 1970', [], () =>
    tls ? [{ value: tls.ends().getTime() / 1_000 }] : [],
  );
}
