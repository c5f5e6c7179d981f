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

/** Shared by all gateways of a deployment. */
export interface QueueStore {
  /** Gives the next place. */
  take(): Promise<number>;
  /** Calls the next places, at most those that were given. */
  call(count: number): Promise<QueueNumbers>;
  close(): void;
}

const callScript = `local taken = tonumber(redis.call('hget', KEYS[1], 'taken') or '0')
local called = math.min(taken, tonumber(redis.call('hget', KEYS[1], 'called') or '0') + tonumber(ARGV[1]))
redis.call('hset', KEYS[1], 'called', called)
return { taken, called }`;

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

  async call(count: number): Promise<QueueNumbers> {
    const [taken, called] = (await this.redis.eval(callScript, 1, this.key, count)) as [number, number];
    return { taken, called };
  }

  close(): void {}
}

/** One process: in memory, with a copy on disk so that nobody loses the place when the gateway starts again. */
export class FileQueueStore implements QueueStore {
  private readonly numbers: QueueNumbers = { taken: 0, called: 0 };
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

  async call(count: number): Promise<QueueNumbers> {
    this.numbers.called = Math.min(this.numbers.taken, this.numbers.called + count);
    this.write();
    return { ...this.numbers };
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
