import { Metrics } from '@portal/service-kit';

/** What the gateway counts beside its calls. Each event is one of a few named here: nothing a caller sends becomes a label. */
export class GatewayMetrics extends Metrics {
  /** A sign-in that came to its end, well or not. */
  readonly signIns = this.counter({ name: 'portal_sign_ins_total', help: 'Sign-ins by how they ended', labelNames: ['outcome'] });
  readonly sessionsStolen = this.counter({ name: 'portal_stolen_sessions_total', help: 'Sessions ended because an id came back that was replaced before' });
  readonly rateLimited = this.counter({
    name: 'portal_rate_limited_calls_total',
    help: 'Calls answered 429, by what they counted against',
    labelNames: ['limit'],
  });
  readonly upstreamFailures = this.counter({
    name: 'portal_upstream_failures_total',
    help: 'Calls a service behind the gateway did not answer, by service and reason',
    labelNames: ['upstream', 'reason'],
  });
  /** Counted from 0 when a canary begins, so that the first end is an increase. */
  readonly canariesEnded = this.counter({
    name: 'portal_canaries_ended_total',
    help: 'Canaries that this gateway ended because they failed too often',
    labelNames: ['area', 'version'],
  });

  constructor() {
    super('gateway');
  }
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'broken',
  UND_ERR_SOCKET: 'broken',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  FST_REPLY_FROM_GATEWAY_TIMEOUT: 'timeout',
  FST_REPLY_FROM_SERVICE_UNAVAILABLE: 'refused',
};

/** Why a service did not answer, in one of four words. */
export function reasonOf(error: Error): 'refused' | 'broken' | 'timeout' | 'other' {
  const codes = [error, error.cause].map((one) => (one as NodeJS.ErrnoException | undefined)?.code ?? '');
  return (codes.map((code) => reasons[code]).find(Boolean) ?? 'other') as ReturnType<typeof reasonOf>;
}
