/** Days and times in a country's time zone. */

const minuteMs = 60_000;
const quarterMs = 15 * minuteMs;
const mostOffsets = 10_000;

/** A time zone, by its IANA name. */
export class TimeZone {
  private readonly format: Intl.DateTimeFormat | undefined;
  /** The offsets asked for before, by the quarter of an hour: no clock changes within one. */
  private readonly offsets = new Map<number, number>();

  constructor(readonly name = 'UTC') {
    this.format = name !== 'UTC' ? new Intl.DateTimeFormat('en-GB', { timeZone: name, timeZoneName: 'longOffset' }) : undefined;
  }

  /** The day, `YYYY-MM-DD`, at a moment. */
  dayOf(at: Date): string {
    return new Date(this.local(at)).toISOString().slice(0, 10);
  }

  /** The first moment of a day, `YYYY-MM-DD`. */
  startOf(day: string): Date {
    return this.utc(Date.parse(`${day}T00:00:00Z`));
  }

  /** Local time as if it were UTC. */
  local(at: Date): number {
    return at.getTime() + this.offset(at.getTime());
  }

  /** The moment of a local time. */
  utc(local: number): Date {
    // The offset of that moment, not of now: where the clocks change, the two differ.
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
