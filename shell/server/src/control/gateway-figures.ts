import { randomUUID } from 'node:crypto';
import { dateTime, type RedisClient } from '@portal/service-kit';
import type { FastifyInstance } from 'fastify';
import { LastHour } from '../telemetry/last-hour.ts';
import { percentile } from '../telemetry/percentile.ts';
import type { AreaHour, Telemetry } from '../telemetry/telemetry.ts';

/** Milliseconds between two reports of a gateway to the others, and milliseconds without a report after which a gateway counts as gone. */
const TELL_MS = 10_000;
const GONE_MS = 35_000;
/** Upper bounds of the histogram of call durations, in milliseconds. */
const durations = [10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000];

/** The figures that a gateway reports to the others. */
interface GatewayReport {
  instance: string;
  startedAt: string;
  at: number;
  /** Number of open connections now, by kind. */
  now: Record<string, number>;
  /** Counts of calls during the last hour. */
  calls: Record<string, number>;
  /** Counts of what pages have reported during the last hour. */
  reports: Record<string, number>;
}

/** The figures of one gateway, or of all of them. */
export interface Figures {
  /** Calls during the last hour: all calls, those that failed because of the portal (5xx), and those that exceeded a rate limit (429). */
  calls: number;
  failed: number;
  limited: number;
  /** 95th percentile of the response time, in milliseconds. */
  p95: number | null;
  /** Open pages that are connected to hear of stopped areas, and officials' browsers that are connected to the event stream. */
  pages: number;
  officials: number;
}

/** The figures of all gateways of the portal. */
export interface AllFigures extends Figures {
  gateways: (Figures & { instance: string; startedAt: string })[];
  /** The reason why the figures cover only this gateway although others may be running; null when they cover all. */
  alone: 'no-redis' | 'redis-down' | null;
}

interface Parts {
  redis?: RedisClient;
  prefix: string;
  telemetry: Telemetry;
  open: () => { pages: number; officials: number };
  now?: () => number;
}

const added = (all: Record<string, number>[]): Map<string, number> => {
  const sums = new Map<string, number>();
  for (const counts of all) for (const [name, count] of Object.entries(counts)) sums.set(name, (sums.get(name) ?? 0) + count);
  return sums;
};

function figuresOf(told: GatewayReport[]): Figures {
  const calls = added(told.map((one) => one.calls));
  const now = added(told.map((one) => one.now));
  const counts = [...durations, Number.POSITIVE_INFINITY].map((_, index) => calls.get(`within ${index}`) ?? 0);
  return {
    calls: calls.get('calls') ?? 0,
    failed: calls.get('failed') ?? 0,
    limited: calls.get('limited') ?? 0,
    p95: calls.get('calls') ? Math.round(percentile(0.95, counts, durations)) : null,
    pages: now.get('pages') ?? 0,
    officials: now.get('officials') ?? 0,
  };
}

/**
 * Collects the figures of all gateways of a portal and adds them up. Each gateway shares its own figures through Redis. Without Redis there is only one
 * gateway.
 */
export class GatewayFigures {
  private readonly instance = randomUUID();
  private readonly startedAt: string;
  private readonly hour: LastHour;
  private readonly timer?: NodeJS.Timeout;
  private readonly now: () => number;

  constructor(private readonly parts: Parts) {
    this.now = parts.now ?? Date.now;
    this.startedAt = dateTime(new Date(this.now()));
    this.hour = new LastHour(this.now);
    if (parts.redis) this.timer = setInterval(() => void this.tell().catch(() => undefined), TELL_MS).unref();
  }

  /** Counts the calls of a gateway. Streams are not counted, because they last as long as their page is open. */
  watch(app: FastifyInstance): void {
    app.addHook('onResponse', async (request, reply) => {
      if (request.routeOptions.config.isStream) return;
      this.hour.add('calls');
      if (reply.statusCode >= 500) this.hour.add('failed');
      if (reply.statusCode === 429) this.hour.add('limited');
      const index = durations.findIndex((end) => reply.elapsedTime <= end);
      this.hour.add(`within ${index < 0 ? durations.length : index}`);
    });
    app.addHook('onClose', async () => clearInterval(this.timer));
  }

  private own(): GatewayReport {
    const { telemetry, open } = this.parts;
    return {
      instance: this.instance,
      startedAt: this.startedAt,
      at: this.now(),
      now: open(),
      calls: Object.fromEntries(this.hour.sums()),
      reports: Object.fromEntries(telemetry.hourCounts()),
    };
  }

  private key(instance: string): string {
    return `${this.parts.prefix}:gateway:${instance}`;
  }

  /** Shares the figures of this gateway with the others. */
  async tell(): Promise<void> {
    const { redis, prefix } = this.parts;
    if (!redis) return;
    await redis.set(this.key(this.instance), JSON.stringify(this.own()), 'PX', GONE_MS);
    await redis.zadd(`${prefix}:gateways`, this.now(), this.instance);
    await redis.zremrangebyscore(`${prefix}:gateways`, '-inf', this.now() - GONE_MS);
  }

  private async everybody(): Promise<{ told: GatewayReport[]; alone: AllFigures['alone'] }> {
    const { redis, prefix } = this.parts;
    const own = this.own();
    if (!redis) return { told: [own], alone: 'no-redis' };
    try {
      const others = (await redis.zrangebyscore(`${prefix}:gateways`, this.now() - GONE_MS, '+inf')).filter((instance) => instance !== this.instance);
      // The keys are read one by one, because a cluster stores them on different nodes.
      const texts = await Promise.all(others.map((instance) => redis.get(this.key(instance))));
      return { told: [own, ...texts.flatMap((text) => (text ? [JSON.parse(text) as GatewayReport] : []))], alone: null };
    } catch {
      return { told: [own], alone: 'redis-down' };
    }
  }

  async all(): Promise<AllFigures> {
    const { told, alone } = await this.everybody();
    const gateways = told.map((one) => ({ instance: one.instance.slice(0, 8), startedAt: one.startedAt, ...figuresOf([one]) }));
    return { ...figuresOf(told), gateways: gateways.sort((a, b) => a.startedAt.localeCompare(b.startedAt)), alone };
  }

  /** Returns what the pages have reported to all gateways during the last hour. */
  async lastHour(): Promise<AreaHour[]> {
    const { told } = await this.everybody();
    return this.parts.telemetry.lastHour(added(told.map(({ reports }) => reports)));
  }
}
