import type { FastifyInstance, FastifyRequest } from 'fastify';
import { timingSafeEqualText } from '../auth/timing-safe-equal.ts';
import { METRICS_TYPE, type Metrics } from './metrics.ts';

const latencyBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const statusClasses = ['', '1xx', '2xx', '3xx', '4xx', '5xx'];

/** Counts and times every call by method, route pattern and status class. A URL or an id never becomes a label. */
export function measureCalls(fastify: FastifyInstance, metrics: Metrics): void {
  let inFlight = 0;
  const duration = metrics.histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a call to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: latencyBuckets,
  });
  metrics.gauge('http_requests_in_flight', 'Calls being answered', [], () => [{ value: inFlight }]);
  // A stream lasts as long as its page stays open, so it counts neither as a call in progress nor as a slow call.
  const isStream = ({ routeOptions }: FastifyRequest): boolean => (routeOptions.config as { isStream?: true } | undefined)?.isStream === true;
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (!isStream(request)) inFlight++;
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    if (isStream(request)) {
      done();
      return;
    }
    inFlight--;
    duration.observe(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        // A caller that disconnects early gets no answer, so there is no status to count.
        status: reply.raw.writableFinished ? (statusClasses[Math.floor(reply.statusCode / 100)] as string) : 'aborted',
      },
      reply.elapsedTime / 1000,
    );
    done();
  });
}

const bearer = (request: FastifyRequest): string => /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';

export interface ScrapeOptions {
  scrape: () => Promise<string>;
  /** The bearer token that is required, where one is set. */
  token?: string;
  /** Whether the metrics are public while no token is set. */
  openWithoutToken: boolean;
}

/** Serves `GET /metrics`. A caller without permission gets 404. */
export function serveMetrics(fastify: FastifyInstance, { scrape, token, openWithoutToken }: ScrapeOptions): void {
  if (!token && !openWithoutToken) return;
  fastify.get('/metrics', async (request, reply) => {
    if (token && !timingSafeEqualText(bearer(request), token)) return reply.callNotFound();
    const text = await scrape();
    return reply.header('cache-control', 'no-store').type(METRICS_TYPE).send(text);
  });
}
