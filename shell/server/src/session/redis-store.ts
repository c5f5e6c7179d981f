import type { RedisClient } from '@portal/service-kit';
import type { SessionStore } from './session-store.ts';

const lasting = (milliseconds: number): number => Math.max(1, Math.round(milliseconds));

const swapScript = `if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('set', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`;

/**
 * Keeps sessions in Redis, shared by all instances of the gateway. The caller owns the connection. Every command uses only one key, so that the sessions can be
 * spread over the nodes of a cluster.
 */
export class RedisSessionStore implements SessionStore {
  constructor(
    private readonly redis: RedisClient,
    private readonly prefix: string,
  ) {}

  async get(key: string): Promise<string | undefined> {
    return (await this.redis.get(this.key(key))) ?? undefined;
  }

  async set(key: string, value: string, milliseconds: number, owner?: string): Promise<void> {
    await this.list(key, owner);
    await this.redis.set(this.key(key), value, 'PX', lasting(milliseconds));
  }

  async swap(key: string, before: string, value: string, milliseconds: number, owner?: string): Promise<boolean> {
    await this.list(key, owner);
    return (await this.redis.eval(swapScript, 1, this.key(key), before, value, lasting(milliseconds))) === 1;
  }

  async claim(key: string, milliseconds: number): Promise<boolean> {
    return (await this.redis.set(this.key(key), '1', 'PX', lasting(milliseconds), 'NX')) === 'OK';
  }

  async take(key: string): Promise<string | undefined> {
    return (await this.redis.getdel(this.key(key))) ?? undefined;
  }

  async delete(key: string): Promise<void> {
    await this.redis.del(this.key(key));
  }

  async owned(owner: string): Promise<string[]> {
    const keys = await this.redis.smembers(this.ownerKey(owner));
    const there = await Promise.all(keys.map((key) => this.redis.exists(this.key(key))));
    return keys.filter((_, i) => there[i] === 1);
  }

  async deleteOwned(owner: string): Promise<void> {
    const keys = await this.redis.smembers(this.ownerKey(owner));
    if (keys.length === 0) {
      return;
    }
    await Promise.all(keys.map((key) => this.redis.del(this.key(key))));
    // Only these keys are removed from the list, because a session may have begun meanwhile.
    await this.redis.srem(this.ownerKey(owner), ...keys);
  }

  async close(): Promise<void> {}

  /**
   * Adds a session to the list of its owner. This must happen before the session is written, because a session that is missing from the list would survive when
   * its owner signs out everywhere.
   */
  private async list(key: string, owner: string | undefined): Promise<void> {
    if (owner) {
      await this.redis
        .multi()
        .sadd(this.ownerKey(owner), key)
        .pexpire(this.ownerKey(owner), 24 * 3_600_000)
        .exec();
    }
  }

  private key(key: string): string {
    return `${this.prefix}:session:${key}`;
  }

  private ownerKey(owner: string): string {
    return `${this.prefix}:owner:${owner}`;
  }
}
