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
  /** Told how the open pages are counted. */
  open?: { pages: () => number };
}

/** Shorter than what proxies close idle connections at, usually 60 seconds. */
const BEAT_MS = 45_000;
/** Pages that are written to before other work gets its turn. */
const PAGES_AT_ONCE = 500;
/** A page that reads nothing is disconnected at this many waiting bytes. */
const MOST_WAITING = 16 * 1024;
/** How often a page without a connection asks again, and how many such calls a second this process takes before they are told to ask less often. */
const POLL_MS = 2_500;
const POLLS_A_SECOND = 200;
const MEASURED_MS = 5_000;

/** How long pages without a connection wait between two calls: their calls together stay below a limit, however many there are. */
export class PollPace {
  private since: number;
  private calls = 0;
  private pause = POLL_MS;

  constructor(private readonly now: () => number = Date.now) {
    this.since = now();
  }

  /** Counts a call. @returns the milliseconds until the next one */
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
 * `GET /stopped-areas`: which areas operators have stopped, for every open page, of the public too. As an event stream it costs nothing while
 * nothing happens. A page that gets no stream, because there are too many or a proxy between does not pass them on, asks for the same as JSON.
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

  /** Pages are many: other calls get their turn in between. */
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
    // Those of a gateway that stops do not all come back at once.
    const retry = 1_000 + Math.floor(Math.random() * 4_000);
    page.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      // Proxies that would collect the answer first pass it on at once.
      'x-accel-buffering': 'no',
    });
    page.write(`retry: ${retry}\n${event(stopped)}`);
    pages.add(page);
    leave ??= registry.listen((now) => void tell(event(now)));
    page.once('close', () => remove(page));
    return undefined;
  });
}
