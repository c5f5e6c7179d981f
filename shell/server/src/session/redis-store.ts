import type { Redis } from 'ioredis';
import type { SessionStore } from './session-store.ts';

/** Sessions shared by every instance of the gateway. The connection belongs to the caller. */
export class RedisSessionStore implements SessionStore {
  constructor(
    private readonly redis: Redis,
    private readonly prefix: string,
  ) {}

  async get(key: string): Promise<string | undefined> {
    return (await this.redis.get(this.key(key))) ?? undefined;
  }

  async set(key: string, value: string, milliseconds: number, owner?: string): Promise<void> {
    const write = this.redis.multi().set(this.key(key), value, 'PX', Math.max(1, Math.round(milliseconds)));
    if (owner) {
      write.sadd(this.ownerKey(owner), key).pexpire(this.ownerKey(owner), 24 * 3_600_000);
    }
    await write.exec();
  }

  async take(key: string): Promise<string | undefined> {
    return (await this.redis.getdel(this.key(key))) ?? undefined;
  }

  async delete(key: string): Promise<void> {
    await this.redis.del(this.key(key));
  }

  async deleteOwned(owner: string): Promise<void> {
    const keys = await this.redis.smembers(this.ownerKey(owner));
    await this.redis.del(this.ownerKey(owner), ...keys.map((key) => this.key(key)));
  }

  async close(): Promise<void> {}

  private key(key: string): string {
    return `${this.prefix}:session:${key}`;
  }

  private ownerKey(owner: string): string {
    return `${this.prefix}:owner:${owner}`;
  }
}
