import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { GatewayMetrics } from '../observe/gateway-metrics.ts';
import type { Registry } from '../page/registry.ts';
import { serviceUnavailable } from '../problems.ts';
import { apiPolicy } from '../security-headers.ts';
import type { GatewaySettings } from '../settings.ts';

export interface StopRouteParts {
  settings: Pick<GatewaySettings, 'stopStreams'>;
  registry: Pick<Registry, 'stopped' | 'listen'>;
  metrics: GatewayMetrics;
  /** Receives a function that counts the open pages. */
  open?: { pages: () => number };
}

/** Milliseconds between two heartbeats. It is shorter than the idle timeout of proxies, which is usually 60 seconds. */
const BEAT_MS = 45_000;
/** Number of pages that are written to before other work gets a turn. */
const PAGES_AT_ONCE = 500;
/** Number of unread bytes at which a page that does not read is disconnected. */
const MOST_WAITING = 16 * 1024;
/** Milliseconds between two polls of a page without a stream, and the polls per second from which this process tells pages to poll less often. */
const POLL_MS = 2_500;
const POLLS_A_SECOND = 200;
const MEASURED_MS = 5_000;

/** Adapts the interval at which pages without a stream poll, so that all polls together stay below a limit, however many pages there are. */
export class PollPace {
  private since: number;
  private calls = 0;
  private pause = POLL_MS;

  constructor(private readonly now: () => number = Date.now) {
    this.since = now();
  }

  /**
   * Counts a poll.
   * @returns the milliseconds until the page's next poll
   */
  next(): number {
    this.calls++;
    const took = this.now() - this.since;
    if (took >= MEASURED_MS) {
      const pages = (this.calls / took) * this.pause;
      this.pause = Math.max(POLL_MS, Math.ceil((pages / POLLS_A_SECOND) * 1_000));
      this.calls = 0;
      this.since = this.now();
    }
    return this.pause;
  }
}

/**
 * `GET /stopped-areas`: tells every open page, including those of the public, which areas operators have stopped. As an event stream it costs nothing while
 * nothing happens. A page polls the same information as JSON when it gets no stream, either because there are too many streams or because a proxy does not pass
 * them on.
 */
export async function stopRoutes(app: FastifyInstance, { settings, registry, metrics, open }: StopRouteParts): Promise<void> {
  const pages = new Set<ServerResponse>();
  const pace = new PollPace();
  if (open) open.pages = () => pages.size;
  metrics.gauge('portal_open_pages', 'Open pages that are connected to hear of stopped areas', [], () => [{ value: pages.size }]);

  const write = (page: ServerResponse, text: string): void => {
    if (page.writableEnded || page.destroyed) return;
    page.write(text);
    if (page.writableLength > MOST_WAITING) page.destroy();
  };

  /** Sends a text to all pages. There can be many, so other work gets a turn in between. */
  async function tell(text: string): Promise<void> {
    let written = 0;
    for (const page of [...pages]) {
      write(page, text);
      if (++written % PAGES_AT_ONCE === 0) await nextTurn();
    }
  }

  const event = (stopped: string[]): string => `event: stopped\ndata: ${JSON.stringify({ areas: stopped })}\n\n`;
  let leave: (() => void) | undefined;
  const beat = setInterval(() => void tell(':\n\n'), BEAT_MS).unref();
  const remove = (page: ServerResponse): void => {
    pages.delete(page);
    if (pages.size) return;
    leave?.();
    leave = undefined;
  };

  app.addHook('preClose', async () => {
    clearInterval(beat);
    leave?.();
    for (const page of pages) page.end();
  });

  app.get('/stopped-areas', { config: { isStream: true } }, async (request, reply) => {
    void reply.header('cache-control', 'no-store').header('content-security-policy', apiPolicy);
    const stopped = await registry.stopped();
    if (!request.headers.accept?.includes('text/event-stream')) return { areas: stopped, again: pace.next() };
    if (pages.size >= settings.stopStreams) throw serviceUnavailable(60);
    reply.hijack();
    const page = reply.raw;
    // The caller left while the registry was read. A page without a connection never emits `close`, so nothing would remove it.
    if (page.destroyed) return undefined;
    // The delay is random, so that the pages of a gateway that stops do not all reconnect at the same moment.
    const retry = 1_000 + Math.floor(Math.random() * 4_000);
    page.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      // Tells proxies not to buffer the response.
      'x-accel-buffering': 'no',
    });
    page.write(`retry: ${retry}\n${event(stopped)}`);
    pages.add(page);
    leave ??= registry.listen((now) => void tell(event(now)));
    page.once('close', () => remove(page));
    return undefined;
  });
}
