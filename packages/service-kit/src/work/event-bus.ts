/** Passes short messages between the processes of a portal immediately: through Redis, or within one process. A message without a subscriber is lost. */
import { EventEmitter } from 'node:events';
import { log } from '../logging.ts';
import type { RedisClient } from '../redis.ts';

export interface EventBus {
  /**
   * Sends a message to every subscriber of the channel, including those in this process. It never fails, because the subscribers can read the same facts again
   * later.
   */
  publish(channel: string, message: object): void;
  /** Subscribes to a channel. @param missed called when messages may have been lost, because the connection was interrupted */
  subscribe<Message>(channel: string, listener: (message: Message) => void, missed?: () => void): void;
  close(): Promise<void>;
}

export interface EventBusOptions {
  redisUrl?: string;
  /** Prefix of the queues, which all parts of one portal share. */
  queuePrefix: string;
  dataDir: string;
}

/** Opens the bus of a portal: on Redis, or else within this process. */
export const openEventBus = ({ redisUrl, queuePrefix, dataDir }: EventBusOptions): EventBus =>
  redisUrl ? new RedisEventBus(redisUrl, queuePrefix) : new InProcessEventBus(`${queuePrefix} ${dataDir}`);

const emitters = new Map<string, EventEmitter>();

/** The bus of the embedded default, where one process holds the whole portal. */
class InProcessEventBus implements EventBus {
  private readonly emitter: EventEmitter;
  private readonly mine: [string, (message: object) => void][] = [];

  /** @param portal name that separates several portals in one process (tests) */
  constructor(portal: string) {
    this.emitter = emitters.get(portal) ?? new EventEmitter().setMaxListeners(0);
    emitters.set(portal, this.emitter);
  }

  publish(channel: string, message: object): void {
    // Each subscriber gets its own copy, and later: never within the caller's stack.
    setImmediate(() => this.emitter.emit(channel, structuredClone(message)));
  }

  subscribe<Message>(channel: string, listener: (message: Message) => void): void {
    this.mine.push([channel, listener as (message: object) => void]);
    this.emitter.on(channel, listener);
  }

  async close(): Promise<void> {
    for (const [channel, listener] of this.mine.splice(0)) this.emitter.off(channel, listener);
  }
}

interface Subscription {
  listener: (message: never) => void;
  missed?: () => void;
}

/** Redis publish/subscribe. A connection that subscribes can do nothing else, so there are two. Each is opened when it is first needed. */
class RedisEventBus implements EventBus {
  private sender?: Promise<RedisClient>;
  private receiver?: Promise<RedisClient>;
  private readonly subscriptions = new Map<string, Subscription[]>();

  constructor(
    private readonly url: string,
    private readonly prefix: string,
  ) {}

  publish(channel: string, message: object): void {
    // While Redis is down, a message fails after one attempt, so that messages do not pile up.
    this.sender ??= this.open(1);
    this.sender
      .then((redis) => redis.publish(this.name(channel), JSON.stringify(message)))
      .catch((error: Error) => log().debug({ channel, reason: error.message }, 'an event was not sent'));
  }

  subscribe<Message>(channel: string, listener: (message: Message) => void, missed?: () => void): void {
    const name = this.name(channel);
    this.subscriptions.set(name, [...(this.subscriptions.get(name) ?? []), { listener, missed }]);
    this.receiver ??= this.open(null).then((redis) => this.receive(redis));
    this.receiver
      // ioredis automatically subscribes again after an interruption.
      .then((redis) => redis.subscribe(name))
      .catch((error: Error) => log().warn({ channel, reason: error.message }, 'events are not received'));
  }

  private receive(redis: RedisClient): RedisClient {
    let away = false;
    redis.on('message', (name: string, text: string) => {
      let message: unknown;
      try {
        message = JSON.parse(text);
      } catch {
        return;
      }
      for (const { listener } of this.subscriptions.get(name) ?? []) listener(message as never);
    });
    redis.on('close', () => {
      away = true;
    });
    redis.on('ready', () => {
      if (away) for (const those of this.subscriptions.values()) for (const { missed } of those) missed?.();
      away = false;
    });
    return redis;
  }

  private async open(maxRetriesPerRequest: number | null): Promise<RedisClient> {
    const { openRedis } = await import('../redis.ts');
    const redis = openRedis(this.url, { maxRetriesPerRequest, enableOfflineQueue: true });
    redis.on('error', (error: Error) => log().debug({ reason: error.message }, 'redis connection of events'));
    return redis;
  }

  private name(channel: string): string {
    return `${this.prefix}:events:${channel}`;
  }

  async close(): Promise<void> {
    this.subscriptions.clear();
    for (const each of [this.sender, this.receiver]) (await each?.catch(() => undefined))?.disconnect();
  }
}
