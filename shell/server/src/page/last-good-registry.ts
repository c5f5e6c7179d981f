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

/** Stores a text unless another gateway has stored one since the caller read it. */
const swapScript = `if (redis.call('get', KEYS[1]) or '') ~= ARGV[1] then return 0 end
redis.call('set', KEYS[1], ARGV[2])
return 1`;
/** Number of times that a text is merged again, because another gateway has stored one meanwhile. */
const attempts = 10;

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
      return readable(await this.stored());
    } catch {
      return new Map();
    }
  }

  /** Saves the entries. Newer entries and orders that another gateway has saved are kept. */
  async save(areas: Areas): Promise<void> {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const stored = await this.stored();
      if ((await this.redis.eval(swapScript, 1, this.key, stored, merged(readable(stored), areas))) === 1) return;
    }
    throw new Error('other gateways stored the registry at the same moment, again and again');
  }

  private async stored(): Promise<string> {
    return (await this.redis.get(this.key)) ?? '';
  }
}

/** Reads a stored text; a text that is no JSON holds no entries. */
function readable(text: string): Areas {
  try {
    return parsed(text);
  } catch {
    return new Map();
  }
}

/** Returns the text to store: of each area the newer entries and the newer order. */
function merged(kept: Areas, areas: Areas): string {
  const newer = [...areas].map(([name, entries]) => {
    const before = kept.get(name);
    const chosen = before && newest(before) > newest(entries) ? before : entries;
    const followed = [before?.followed, entries.followed].sort((a, b) => (b?.order.sequence ?? 0) - (a?.order.sequence ?? 0))[0];
    return [name, followed ? { ...chosen, followed } : chosen];
  });
  return JSON.stringify(Object.fromEntries(newer));
}
