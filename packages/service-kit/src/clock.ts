import { randomFillSync } from 'node:crypto';
import { dayMs, dayOf } from '@portal/contract-kit';
import { v7 } from 'uuid';

/** Time as a dependency, so that tests can set it. */
export class Clock {
  now(): Date {
    return new Date();
  }
  /** Returns today's date in the portal's time zone (UTC), `YYYY-MM-DD`. */
  today(): string {
    return dayOf(this.now());
  }
}

/** Number of random bytes in one identifier. */
const idBytes = 16;

/** Returns 32 of the random bits of an identifier. The others are taken from the bytes behind them. */
const sequenceOf = (random: Uint8Array): number => new DataView(random.buffer, random.byteOffset).getUint32(6);

/** Identifiers as a dependency: UUIDv7. */
export class Ids {
  /** Random bytes are drawn for many identifiers at once, because one draw takes longer than the rest of making an identifier. */
  private readonly random = new Uint8Array(256 * idBytes);
  private used = this.random.length;
  private msecs = 0;
  private seq = 0;

  /** Returns an identifier that comes after all before it. Whoever knows the one before it, made in the same millisecond, has to guess 42 bits. */
  next(): string {
    const random = this.draw();
    const now = Date.now();
    if (now > this.msecs) {
      this.msecs = now;
      // The sequence number starts in the lower half of its range, to leave room for more identifiers in the same millisecond.
      this.seq = sequenceOf(random) & 0x7fffffff;
    } else this.seq++;
    return v7({ random, msecs: this.msecs, seq: this.seq });
  }

  /**
   * Returns an identifier that is a key of the public, such as that of a document or a file. Its 74 random bits cannot be guessed from any other identifier, so
   * those of one millisecond have no order.
   */
  unguessable(): string {
    const random = this.draw();
    return v7({ random, msecs: Date.now(), seq: sequenceOf(random) });
  }

  private draw(): Uint8Array {
    if (this.used === this.random.length) {
      randomFillSync(this.random);
      this.used = 0;
    }
    this.used += idBytes;
    return this.random.subarray(this.used - idBytes, this.used);
  }
}

/** Formats a time as `YYYY-MM-DDTHH:mm:ss` in UTC, the published form of a date-time. */
export const dateTime = (at: Date): string => at.toISOString().slice(0, 19);
/** Returns the time when a day begins in the portal's time zone. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** The last day and the last moment that a search can name and the databases can store. The year after has five digits. */
export const lastDay = '9999-12-31';
export const lastMoment = new Date(`${lastDay}T23:59:59.999Z`);

/** Returns the date, `YYYY-MM-DD`, that is the given number of days after another. */
export const addDays = (day: string, days: number): string => dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs));
