import { Injectable } from '@nestjs/common';
import type { CatalogueRecord } from '@portal/contract-kit';
import { CatalogueClient } from '../catalogue/catalogue-client.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const quarterMs = 15 * minuteMs;
const mostOffsets = 10_000;
/** How long a copy of the catalogues is used, and how long after they could not be read they are asked for again. */
const freshMs = 60_000;
const awayMs = 15_000;
/** No calendar closes longer than this: without an open day in it, every hour counts. */
const longest = 400;

/** Working hours of a day of the week (1 Monday … 7 Sunday), in minutes of the day. */
type Hours = ReadonlyMap<number, readonly (readonly [opens: number, closes: number])[]>;

/** When a country's offices work: their hours, in their time zone, and the days on which they are closed. */
export class OfficeHours {
  private readonly zone: Intl.DateTimeFormat | undefined;
  /** The offsets asked for before, by the quarter of an hour: no clock changes within one. */
  private readonly offsets = new Map<number, number>();

  /** @param hours empty where no hours are known: then every hour counts @param holidays `YYYY-MM-DD`, or `MM-DD` of every year */
  constructor(
    private readonly hours: Hours,
    private readonly holidays: ReadonlySet<string>,
    /** Where the offices are; UTC where the calendar does not say it. */
    readonly timeZone = 'UTC',
  ) {
    this.zone = timeZone !== 'UTC' ? new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' }) : undefined;
  }

  /** The hours and holidays of the catalogues `working-hours` and `holidays`. */
  static of(hours: readonly CatalogueRecord[], holidays: readonly CatalogueRecord[]): OfficeHours {
    const week = new Map<number, [number, number][]>();
    const inUse = hours.filter(({ retired }) => retired !== true);
    for (const { weekday, opens, closes } of inUse) {
      const [from, to] = [minuteOfDay(opens), minuteOfDay(closes)];
      if (typeof weekday === 'number' && from !== undefined && to !== undefined && from < to) week.set(weekday, [...(week.get(weekday) ?? []), [from, to]]);
    }
    for (const intervals of week.values()) intervals.sort(([a], [b]) => a - b);
    const zone = inUse.map(({ timeZone }) => timeZone).find((name): name is string => typeof name === 'string' && isTimeZone(name));
    return new OfficeHours(week, new Set(holidays.filter(({ retired }) => retired !== true).map(({ code }) => code)), zone);
  }

  /**
   * The moment by which work that takes so many minutes is done. A whole day of an estimate (1440 minutes) is a working day, so that "three days" are three
   * days on which the office works; what is left counts within working hours.
   */
  after(from: Date, minutes: number): Date {
    const elapsed = new Date(from.getTime() + minutes * minuteMs);
    let at = this.open(this.local(from));
    if (at === undefined) return elapsed;
    for (let days = Math.floor(minutes / 1440); days > 0; days--) {
      const next: number | undefined = this.nextDay(at);
      if (next === undefined) return elapsed;
      at = next;
    }
    for (let left = (minutes % 1440) * minuteMs; left > 0; ) {
      const closes = this.closes(at);
      const worked = Math.min(left, closes - at);
      left -= worked;
      at += worked;
      if (left > 0) {
        const next = this.open(at);
        if (next === undefined) return elapsed;
        at = next;
      }
    }
    return this.utc(at);
  }

  /** The first moment of a day, `YYYY-MM-DD`, where the offices are. */
  startOf(day: string): Date {
    return this.utc(Date.parse(`${day}T00:00:00Z`));
  }

  /** The day, `YYYY-MM-DD`, where the offices are. */
  dayOf(at: Date): string {
    return new Date(this.local(at)).toISOString().slice(0, 10);
  }

  /** Local time as if it were UTC. */
  private local(at: Date): number {
    return at.getTime() + this.offset(at.getTime());
  }

  private utc(local: number): Date {
    // The offset of that moment, not of now: where the clocks change, the two differ.
    return new Date(local - this.offset(local - this.offset(local)));
  }

  private offset(at: number): number {
    if (!this.zone) return 0;
    const quarter = Math.floor(at / quarterMs);
    const known = this.offsets.get(quarter);
    if (known !== undefined) return known;
    const name = this.zone.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hour, minute = '0'] = /GMT([+-])(\d+)(?::(\d+))?/.exec(name) ?? [];
    const offset = sign ? (sign === '-' ? -1 : 1) * (Number(hour) * 60 + Number(minute)) * minuteMs : 0;
    if (this.offsets.size >= mostOffsets) this.offsets.clear();
    this.offsets.set(quarter, offset);
    return offset;
  }

  private intervals(local: number): readonly (readonly [number, number])[] {
    const day = new Date(local).toISOString().slice(0, 10);
    if (this.holidays.has(day) || this.holidays.has(day.slice(5))) return [];
    return this.hours.get(new Date(local).getUTCDay() || 7) ?? [];
  }

  /** The first open moment, not before this one; undefined where none comes. */
  private open(local: number): number | undefined {
    for (let day = 0, at = local; this.hours.size > 0 && day < longest; day++) {
      const midnight = Math.floor(at / dayMs) * dayMs;
      for (const [opens, closes] of this.intervals(at)) if (at < midnight + closes * minuteMs) return Math.max(at, midnight + opens * minuteMs);
      at = midnight + dayMs;
    }
    return undefined;
  }

  /** The same time on the next day on which the offices work, or when they open after it. */
  private nextDay(local: number): number | undefined {
    let at = local + dayMs;
    for (let day = 0; this.intervals(at).length === 0; day++, at += dayMs) if (day > longest) return undefined;
    return this.open(at);
  }

  private closes(local: number): number {
    const midnight = Math.floor(local / dayMs) * dayMs;
    const interval = this.intervals(local).find(([opens, closes]) => local >= midnight + opens * minuteMs && local < midnight + closes * minuteMs);
    return interval ? midnight + interval[1] * minuteMs : local;
  }
}

const minuteOfDay = (text: unknown): number | undefined => {
  const [, hour, minute] = /^([01]\d|2[0-4]):([0-5]\d)$/.exec(String(text)) ?? [];
  return hour === undefined ? undefined : Math.min(1440, Number(hour) * 60 + Number(minute));
};

const isTimeZone = (name: string): boolean => {
  try {
    return !!new Intl.DateTimeFormat('en-GB', { timeZone: name });
  } catch {
    return false;
  }
};

/** The office hours of the country, from the catalogues `working-hours` and `holidays` of svc-reference. */
@Injectable()
export class WorkCalendar {
  hours = new OfficeHours(new Map(), new Set());
  private until = 0;
  private reading?: Promise<void>;

  constructor(private readonly catalogues: CatalogueClient) {}

  /** Reads the calendar where its copy is old. Without svc-reference the last copy counts, and without one every hour. */
  async ready(): Promise<void> {
    if (Date.now() < this.until) return;
    this.reading ??= this.read().finally(() => {
      this.reading = undefined;
    });
    await this.reading;
  }

  private async read(): Promise<void> {
    try {
      const [hours, holidays] = await Promise.all([this.catalogues.records('working-hours'), this.catalogues.records('holidays')]);
      this.hours = OfficeHours.of(hours, holidays);
      this.until = Date.now() + freshMs;
    } catch {
      this.until = Date.now() + awayMs;
    }
  }
}
