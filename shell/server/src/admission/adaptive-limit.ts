import { randomInt } from 'node:crypto';
import { serviceUnavailable } from '../problems.ts';

/** The kind of caller. Calls of officials go before calls of the public. */
export type Rank = 'official' | 'public';

/** Minimum wait in seconds that is reported once a call was refused. */
export const REFUSED_WAIT = 2;

interface Waiter {
  since: number;
  bytes: number;
  enter(): void;
}

export interface AdaptiveLimitOptions {
  /** Milliseconds within which an answer counts as quick. */
  quickMs: number;
  /** Lower and upper bound of the limit. */
  least?: number;
  most?: number;
  /** Number of public calls that may wait, as a multiple of the limit. */
  lineLength?: number;
  /** Total size in bytes of the request bodies of waiting public calls. */
  lineBytes?: number;
  /** Longest time in milliseconds that a call waits in line. */
  longestWaitMs?: number;
  now?: () => number;
}

/** Number of calls that officials may have beyond the limit, so that they never wait behind the public. */
const RESERVED = 8;
const WINDOW_MS = 1_000;
/** The share of answers that must be quick. */
const QUICK_SHARE = 0.9;
/** Default of `lineLength`. The line is long because a call that waits costs less than one that is refused and repeated. */
const LINE_LENGTH = 16;
const LINE_BYTES = 64 * 1024 * 1024;
/** Range in seconds for the `Retry-After` of a refused call. */
const FIRST_REPEAT = 2;
const LATEST_REPEAT = 6;
/** Refuses a call. The time of its repetition is random, so that the calls are not all repeated at the same moment. */
export const refusedForNow = () => serviceUnavailable(randomInt(FIRST_REPEAT, LATEST_REPEAT + 1));

/**
 * Limits the number of calls that one service handles at the same time, and adapts the limit automatically. The limit grows by one step while nine of ten
 * answers are quick and calls had to wait for it, and shrinks by a tenth when fewer are quick (additive increase, multiplicative decrease, as in TCP). Calls
 * beyond the limit wait in line, officials first. When the line is too long, a call is refused at once with 503.
 */
export class AdaptiveLimit {
  private readonly options: Required<AdaptiveLimitOptions>;
  private readonly lines: Record<Rank, Waiter[]> = { official: [], public: [] };
  private limit: number;
  private inFlight = 0;
  private windowStart: number;
  private times: number[] = [];
  private wasFull = false;
  private longestWait = 0;
  private bytesInLine = 0;
  /** Numbers of refused public calls and of answered calls since the last `takeBehind`. */
  private refused = 0;
  private answered = 0;

  constructor(options: AdaptiveLimitOptions) {
    this.options = { least: 8, most: 128, lineLength: LINE_LENGTH, lineBytes: LINE_BYTES, longestWaitMs: 10_000, now: () => performance.now(), ...options };
    this.limit = Math.min(this.options.most, Math.max(this.options.least, 32));
    this.windowStart = this.options.now();
  }

  /** The current limit. */
  get current(): number {
    return this.limit;
  }

  /** Number of calls that wait in line. */
  get waiting(): number {
    return this.lines.official.length + this.lines.public.length;
  }

  /**
   * Returns the backlog of public calls in seconds since the last call of this method: the longest time that a call has waited, plus the time that the service
   * needs for the refused calls, which are about to be repeated.
   */
  takeBehind(): number {
    const [first] = this.lines.public;
    const waited = Math.max(this.longestWait, first ? this.secondsSince(first) : 0);
    const toCome = (this.refused * (FIRST_REPEAT + LATEST_REPEAT)) / 2 / Math.max(1, this.answered);
    const behind = this.refused > 0 ? Math.max(REFUSED_WAIT, waited + toCome) : waited;
    this.longestWait = 0;
    this.refused = 0;
    this.answered = 0;
    return behind;
  }

  private secondsSince({ since }: Waiter): number {
    return (this.options.now() - since) / 1000;
  }

  /**
   * Waits until the call may be sent to the service.
   * @param bytes size of its body, which is kept in memory until then
   * @returns a function to call once when the call is over, with the milliseconds until its answer began; without them the call does not influence the limit
   * @throws ProblemError 503 when the line is too long
   */
  async enter(rank: Rank, bytes = 0): Promise<(answerMs?: number) => void> {
    if (this.hasRoom(rank) && (rank === 'official' || this.lines.public.length === 0)) this.inFlight++;
    else await this.queue(rank, bytes);
    let left = false;
    return (answerMs) => {
      if (left) return;
      left = true;
      this.leave(answerMs);
    };
  }

  private hasRoom(rank: Rank): boolean {
    return this.inFlight < this.limit + (rank === 'official' ? RESERVED : 0);
  }

  private queue(rank: Rank, bytes: number): Promise<void> {
    const { longestWaitMs, lineLength, lineBytes, now } = this.options;
    const line = this.lines[rank];
    this.wasFull = true;
    const refuse = () => {
      if (rank === 'public') this.refused++;
      return refusedForNow();
    };
    if (line.length >= this.limit * lineLength || (rank === 'public' && this.bytesInLine + bytes > lineBytes)) return Promise.reject(refuse());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        line.splice(line.indexOf(waiter), 1);
        this.bytesInLine -= waiter.bytes;
        reject(refuse());
      }, longestWaitMs);
      const waiter: Waiter = {
        since: now(),
        bytes: rank === 'public' ? bytes : 0,
        enter: () => {
          clearTimeout(timer);
          this.bytesInLine -= waiter.bytes;
          if (rank === 'public') this.longestWait = Math.max(this.longestWait, this.secondsSince(waiter));
          this.inFlight++;
          resolve();
        },
      };
      this.bytesInLine += waiter.bytes;
      line.push(waiter);
    });
  }

  private leave(answerMs: number | undefined): void {
    this.inFlight--;
    this.answered++;
    if (answerMs !== undefined) this.times.push(answerMs);
    if (this.options.now() - this.windowStart >= WINDOW_MS) this.adapt();
    for (const rank of ['official', 'public'] as const) while (this.lines[rank].length > 0 && this.hasRoom(rank)) this.lines[rank].shift()?.enter();
  }

  private adapt(): void {
    const { quickMs, least, most, now } = this.options;
    const quick = this.times.filter((ms) => ms <= quickMs).length;
    if (this.times.length > 0 && quick < this.times.length * QUICK_SHARE) this.limit = Math.max(least, Math.floor(this.limit * 0.9));
    // When no call had to wait, the limit was not reached, so the answers say nothing about whether the service could handle more.
    else if (this.wasFull) this.limit = Math.min(most, this.limit + Math.max(1, Math.floor(this.limit / 20)));
    this.windowStart = now();
    this.times = [];
    this.wasFull = this.waiting > 0;
  }
}
