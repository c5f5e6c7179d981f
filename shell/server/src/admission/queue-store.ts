/** Stores the state of the queue: how many places have been given, and how many have been called. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorFacts, log, type RedisClient } from '@portal/service-kit';

export interface QueueNumbers {
  /** The last place that was given; places count from 1. */
  taken: number;
  /** The last place that was called. Everybody with this place or an earlier one is admitted. */
  called: number;
}

/**
 * A range of places for which it is known who still waits: they were given after `from`, and `upTo` was given so long ago that everybody who still waits has
 * reloaded the waiting page at least once.
 */
export interface Judged {
  from: number;
  upTo: number;
}

export interface Called extends QueueNumbers {
  /** Estimated number of people who still wait and hold one of the called places. */
  people: number;
}

/** Storage for the queue, shared by all gateways of a deployment. */
export interface QueueStore {
  /** Gives the next place. */
  take(): Promise<number>;
  /**
   * Counts people who still wait: they have reloaded the waiting page for the first time.
   * @param people number of people, by block
   */
  countWaiting(people: ReadonlyMap<number, number>): Promise<unknown>;
  /** Returns how many waiting people were counted, by block. Blocks that were called completely are left out. */
  counted(): Promise<ReadonlyMap<number, number>>;
  /**
   * Calls the next places for this many people, but no more places than were given. A judged place counts only as the fraction of its block that still waits.
   * If fewer places were given than are judged, the numbers were lost since, and nothing is judged.
   */
  call(people: number, judged?: Judged): Promise<Called>;
  close(): void;
}

/** Number of places in a block. Waiting people are counted by block. */
export const BLOCK = 100;
/** Maximum number of blocks that one call goes through. */
const MOST_BLOCKS = 1_000;
export const blockOf = (place: number): number => Math.floor((place - 1) / BLOCK);
const nobodyJudged: Judged = { from: 0, upTo: 0 };

/** Returns the estimated fraction of a block's places whose holders still wait, from 0 to 1. It is 1 for places that cannot be judged. */
export const shareOf = (block: number, counted: ReadonlyMap<number, number>, { from, upTo }: Judged = nobodyJudged): number =>
  block * BLOCK >= from && (block + 1) * BLOCK <= upTo ? Math.min(1, (counted.get(block) ?? 0) / BLOCK) : 1;

/** The same algorithm as `callPlaces`, as an atomic Redis script for all gateways. */
const callScript = `local taken = tonumber(redis.call('hget', KEYS[1], 'taken') or '0')
local called = math.min(taken, tonumber(redis.call('hget', KEYS[1], 'called') or '0'))
local people, from, upTo = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
if upTo > taken then upTo = 0 end
local left = people
for _ = 1, ${MOST_BLOCKS} do
  if left <= 0 or called >= taken then break end
  local block = math.floor(called / ${BLOCK})
  local last = math.min((block + 1) * ${BLOCK}, taken)
  local share = 1
  if block * ${BLOCK} >= from and (block + 1) * ${BLOCK} <= upTo then share = math.min(1, tonumber(redis.call('hget', KEYS[1], 'block' .. block) or '0') / ${BLOCK}) end
  local step = last - called
  if share > 0 then step = math.min(step, math.ceil(left / share)) end
  called = called + step
  left = left - step * share
  if called % ${BLOCK} == 0 then redis.call('hdel', KEYS[1], 'block' .. block) end
end
redis.call('hset', KEYS[1], 'called', called)
return { taken, called, tostring(people - left) }`;

/** Calls places in order, from the first that was not called, until they stand for the given number of people. */
function callPlaces({ taken, called }: QueueNumbers, blocks: Map<number, number>, people: number, judged: Judged): Called {
  let left = people;
  for (let i = 0; i < MOST_BLOCKS && left > 0 && called < taken; i++) {
    const block = blockOf(called + 1);
    const last = Math.min((block + 1) * BLOCK, taken);
    const share = shareOf(block, blocks, judged.upTo > taken ? nobodyJudged : judged);
    const step = share > 0 ? Math.min(last - called, Math.ceil(left / share)) : last - called;
    called += step;
    left -= step * share;
    if (called % BLOCK === 0) blocks.delete(block);
  }
  return { taken, called, people: people - left };
}

/** Keeps the queue in one Redis hash, so that a cluster keeps it on one node. The caller owns the connection. */
export class RedisQueueStore implements QueueStore {
  private readonly key: string;

  constructor(
    private readonly redis: RedisClient,
    prefix: string,
  ) {
    this.key = `${prefix}:queue`;
  }

  take(): Promise<number> {
    return this.redis.hincrby(this.key, 'taken', 1);
  }

  async countWaiting(people: ReadonlyMap<number, number>): Promise<unknown> {
    return Promise.all([...people].map(([block, count]) => this.redis.hincrby(this.key, `block${block}`, count)));
  }

  async counted(): Promise<ReadonlyMap<number, number>> {
    const fields = Object.entries(await this.redis.hgetall(this.key));
    return new Map(fields.flatMap(([name, count]) => (name.startsWith('block') ? [[Number(name.slice('block'.length)), Number(count)]] : [])));
  }

  async call(people: number, { from, upTo } = nobodyJudged): Promise<Called> {
    const [taken, called, stoodFor] = (await this.redis.eval(callScript, 1, this.key, people, from, upTo)) as [number, number, string];
    return { taken, called, people: Number(stoodFor) };
  }

  close(): void {}
}

/** Keeps the queue of a single process in memory, with a copy on disk, so that visitors keep their places when the gateway restarts. */
export class FileQueueStore implements QueueStore {
  private readonly numbers: QueueNumbers = { taken: 0, called: 0 };
  private readonly blocks = new Map<number, number>();
  private written = '';

  constructor(private readonly file: string) {
    try {
      const { taken, called } = JSON.parse(readFileSync(file, 'utf8')) as QueueNumbers;
      if (Number.isSafeInteger(taken) && Number.isSafeInteger(called)) this.numbers = { taken, called };
    } catch {
      // There is no readable file, so the queue starts empty.
    }
    this.written = JSON.stringify(this.numbers);
  }

  async take(): Promise<number> {
    return ++this.numbers.taken;
  }

  async countWaiting(people: ReadonlyMap<number, number>): Promise<void> {
    for (const [block, count] of people) this.blocks.set(block, (this.blocks.get(block) ?? 0) + count);
  }

  async counted(): Promise<ReadonlyMap<number, number>> {
    return this.blocks;
  }

  async call(people: number, judged = nobodyJudged): Promise<Called> {
    const called = callPlaces(this.numbers, this.blocks, people, judged);
    this.numbers.called = called.called;
    this.write();
    return called;
  }

  close(): void {
    this.write();
  }

  private write(): void {
    const text = JSON.stringify(this.numbers);
    if (text === this.written) return;
    try {
      mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
      writeFileSync(`${this.file}.new`, text, { mode: 0o600 });
      renameSync(`${this.file}.new`, this.file);
      this.written = text;
    } catch (error) {
      log().warn(errorFacts(error), 'the numbers of the queue could not be stored');
    }
  }
}
