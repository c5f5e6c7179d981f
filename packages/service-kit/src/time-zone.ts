/** Converts between UTC and the days and times in a country's time zone. */
import { dayOf } from '@portal/contract-kit';

const minuteMs = 60_000;
const quarterMs = 15 * minuteMs;
const mostOffsets = 10_000;

/** A time zone, given by its IANA name. */
export class TimeZone {
  private readonly format: Intl.DateTimeFormat | undefined;
  /** Cache of UTC offsets by quarter of an hour: an offset never changes within one. */
  private readonly offsets = new Map<number, number>();

  constructor(readonly name = 'UTC') {
    this.format = name !== 'UTC' ? new Intl.DateTimeFormat('en-GB', { timeZone: name, timeZoneName: 'longOffset' }) : undefined;
  }

  /** Returns the day, `YYYY-MM-DD`, at a point in time. */
  dayOf(at: Date): string {
    return dayOf(new Date(this.local(at)));
  }

  /** Returns the first moment of a day, `YYYY-MM-DD`. */
  startOf(day: string): Date {
    return this.utc(Date.parse(`${day}T00:00:00Z`));
  }

  /** Converts a point in time to local time, expressed in milliseconds as if the local time were UTC. */
  local(at: Date): number {
    return at.getTime() + this.offset(at.getTime());
  }

  /** Converts a local time to the point in time. */
  utc(local: number): Date {
    // Use the offset at the resulting time. It may differ from the offset at the first guess, where the clocks change.
    return new Date(local - this.offset(local - this.offset(local)));
  }

  private offset(at: number): number {
    if (!this.format) return 0;
    const quarter = Math.floor(at / quarterMs);
    const known = this.offsets.get(quarter);
    if (known !== undefined) return known;
    const name = this.format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hour, minute = '0'] = /GMT([+-])(\d+)(?::(\d+))?/.exec(name) ?? [];
    const offset = sign ? (sign === '-' ? -1 : 1) * (Number(hour) * 60 + Number(minute)) * minuteMs : 0;
    if (this.offsets.size >= mostOffsets) this.offsets.clear();
    this.offsets.set(quarter, offset);
    return offset;
  }
}

export const isTimeZone = (name: unknown): name is string => {
  try {
    return typeof name === 'string' && !!new Intl.DateTimeFormat('en-GB', { timeZone: name });
  } catch {
    return false;
  }
};
