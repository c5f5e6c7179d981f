import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { RedisClient } from '@portal/service-kit';
import type { ActiveEntries } from './verify-registry.ts';

type Areas = Map<string, ActiveEntries>;

/**
 * Stores the last good entries across restarts, with the highest sequence number of each key. With these the gateway detects an older registry that was
 * restored meanwhile.
 */
export interface LastGoodRegistry {
  /** Loads the entries. The caller checks the signatures again. Entries that cannot be read count as missing. */
  load(): Promise<Areas>;
  /**
   * Saves the entries.
   * @throws Error when they cannot be saved
   */
  save(areas: Areas): Promise<void>;
}

const parsed = (text: string): Areas => new Map(Object.entries(JSON.parse(text) as Record<string, ActiveEntries>));

/** Stores the entries in a file, for a gateway that runs alone. */
export class LastGoodFile implements LastGoodRegistry {
  constructor(private readonly file: string) {}

  async load(): Promise<Areas> {
    try {
      return parsed(readFileSync(this.file, 'utf8'));
    } catch {
      return new Map();
    }
  }

  async save(areas: Areas): Promise<void> {
    mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
    writeFileSync(`${this.file}.new`, JSON.stringify(Object.fromEntries(areas)), { mode: 0o600 });
    renameSync(`${this.file}.new`, this.file);
  }
}

const newest = (entries: ActiveEntries | undefined): number => Math.max(0, ...Object.values(entries?.highest ?? {}));

/**
 * Stores the entries in Redis, for gateways whose disks do not survive a restart. A gateway that starts does not accept an older registry than another one has
 * seen.
 */
export class LastGoodInRedis implements LastGoodRegistry {
  private readonly key: string;

  constructor(
    private readonly redis: RedisClient,
    prefix: string,
  ) {
    this.key = `${prefix}:remotes-in-force`;
  }

  async load(): Promise<Areas> {
    try {
      return parsed((await this.redis.get(this.key)) ?? '{}');
    } catch {
      return new Map();
    }
  }

  /** Saves the entries. Newer entries and orders that another gateway has saved are kept. */
  async save(areas: Areas): Promise<void> {
    const kept = await this.load();
    const merged = [...areas].map(([name, entries]) => {
      const before = kept.get(name);
      const newer = before && newest(before) > newest(entries) ? before : entries;
      const followed = [before?.followed, entries.followed].sort((a, b) => (b?.order.sequence ?? 0) - (a?.order.sequence ?? 0))[0];
      return [name, followed ? { ...newer, followed } : newer];
    });
    await this.redis.set(this.key, JSON.stringify(Object.fromEntries(merged)));
  }
}
