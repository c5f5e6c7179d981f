import { Metrics } from '@portal/service-kit';

/** Metrics of the gateway in addition to those of its calls. Label values come from fixed lists, never from callers. */
export class GatewayMetrics extends Metrics {
  /** Counts sign-ins, by result. */
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
  /** Starts at 0 when a canary begins, so that its first abort is visible as an increase. */
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

/** Classifies why a service did not answer, as one of four words. */
export function reasonOf(error: Error): 'refused' | 'broken' | 'timeout' | 'other' {
  const codes = [error, error.cause].map((one) => (one as NodeJS.ErrnoException | undefined)?.code ?? '');
  return (codes.map((code) => reasons[code]).find(Boolean) ?? 'other') as ReturnType<typeof reasonOf>;
}
