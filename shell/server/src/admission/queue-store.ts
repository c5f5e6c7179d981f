/** The numbers of the queue: how many places were given, and how many have been called. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorFacts, log, type RedisClient } from '@portal/service-kit';

export interface QueueNumbers {
  /** The last place that was given; places count from 1. */
  taken: number;
  /** The last place that was called. Everyone with this place or an earlier one may come in. */
  called: number;
}

/** The places that are judged: they were given after `from`, and so long ago that everybody who waits has come back once. */
export interface Judged {
  from: number;
  upTo: number;
}

export interface Called extends QueueNumbers {
  /** How many people the called places stand for. */
  people: number;
}

/** Shared by all gateways of a deployment. */
export interface QueueStore {
  /** Gives the next place. */
  take(): Promise<number>;
  /** Counts holders of places who wait: they loaded the page again for the first time. @param people how many, by block */
  countWaiting(people: ReadonlyMap<number, number>): Promise<unknown>;
  /** How many holders of places that are not called yet were counted, by block. */
  counted(): Promise<ReadonlyMap<number, number>>;
  /** Calls the next places for so many people, at most those that were given. A judged place counts as far as its holder, and those beside it, wait. */
  call(people: number, judged?: Judged): Promise<Called>;
  close(): void;
}

/** Size of a block of places in which waiting people are counted. */
export const BLOCK = 100;
/** Most blocks that are gone through at a time. */
const MOST_BLOCKS = 1_000;
export const blockOf = (place: number): number => Math.floor((place - 1) / BLOCK);
const nobodyJudged: Judged = { from: 0, upTo: 0 };

/** How many people a place of this block stands for, from 0 to 1. */
export const shareOf = (block: number, counted: ReadonlyMap<number, number>, { from, upTo }: Judged = nobodyJudged): number =>
  block * BLOCK >= from && (block + 1) * BLOCK <= upTo ? Math.min(1, (counted.get(block) ?? 0) / BLOCK) : 1;

/** The same as `callPlaces`, in one step for all gateways. */
const callScript = `local taken = tonumber(redis.call('hget', KEYS[1], 'taken') or '0')
local called = math.min(taken, tonumber(redis.call('hget', KEYS[1], 'called') or '0'))
local people, from, upTo = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
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

/** Goes through the places from the first that was not called, until they stand for so many people. */
function callPlaces({ taken, called }: QueueNumbers, blocks: Map<number, number>, people: number, judged: Judged): Called {
  let left = people;
  for (let i = 0; i < MOST_BLOCKS && left > 0 && called < taken; i++) {
    const block = blockOf(called + 1);
    const last = Math.min((block + 1) * BLOCK, taken);
    const share = shareOf(block, blocks, judged);
    const step = share > 0 ? Math.min(last - called, Math.ceil(left / share)) : last - called;
    called += step;
    left -= step * share;
    if (called % BLOCK === 0) blocks.delete(block);
  }
  return { taken, called, people: people - left };
}

/** One hash, so that a cluster keeps it on one node. The caller owns the connection. */
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

/** One process: in memory, with a copy on disk so that nobody loses the place when the gateway starts again. */
export class FileQueueStore implements QueueStore {
  private readonly numbers: QueueNumbers = { taken: 0, called: 0 };
  private readonly blocks = new Map<number, number>();
  private written = '';

  constructor(private readonly file: string) {
    try {
      const { taken, called } = JSON.parse(readFileSync(file, 'utf8')) as QueueNumbers;
      if (Number.isSafeInteger(taken) && Number.isSafeInteger(called)) this.numbers = { taken, called };
    } catch {
      // There was no queue yet.
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
