import { Injectable } from '@nestjs/common';
import type { CatalogueRecord } from '@portal/contract-kit';
import { CatalogueClient } from '../catalogue/catalogue-client.ts';
import { type Dated, decidingDay } from '../catalogue/deciding-day.ts';
import { changeDays, recordOn } from '../catalogue/record-on.ts';
import { Clock } from '../clock.ts';
import { isTimeZone, TimeZone } from '../time-zone.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** How long after the catalogues could not be read they are asked for again. */
const awayMs = 15_000;
/** No calendar closes longer than this: without an open day in it, every hour counts. */
const longest = 400;

/** Working hours of a day of the week (1 Monday … 7 Sunday), in minutes of the day. */
type Hours = ReadonlyMap<number, readonly (readonly [opens: number, closes: number])[]>;

/** The hours and holidays that hold from a day on. */
export interface CalendarSpan {
  /** Empty for the first one. */
  from: string;
  /** Empty where no hours are known: then every hour counts. */
  hours: Hours;
  /** `YYYY-MM-DD`, or `MM-DD` of every year. */
  holidays: ReadonlySet<string>;
}

/** When a country's offices work: their hours, in their time zone, and the days on which they are closed. Each day follows what holds on that day. */
export class OfficeHours {
  private readonly zone: TimeZone;

  /** @param spans by their days; none where nothing is known @param timeZone where the offices are; UTC where the calendar does not say it */
  constructor(
    private readonly spans: readonly CalendarSpan[] = [],
    readonly timeZone = 'UTC',
  ) {
    this.zone = new TimeZone(timeZone);
  }

  /** The hours and holidays of the catalogues `working-hours` and `holidays`. */
  static of(hours: readonly CatalogueRecord[], holidays: readonly CatalogueRecord[]): OfficeHours {
    const days = ['', ...new Set([...hours, ...holidays].flatMap(changeDays))].sort();
    // What holds before the first change is what holds on the day before it.
    const spans = days.map((from) => spanOf(from, on(hours, from), on(holidays, from)));
    return new OfficeHours(spans, officeZone(hours));
  }

  /**
   * The moment by which work that takes so many minutes is done. A whole day of an estimate (1440 minutes) is a working day, so that "three days" are three
   * days on which the office works; what is left counts within working hours.
   */
  after(from: Date, minutes: number): Date {
    const elapsed = new Date(from.getTime() + minutes * minuteMs);
    let at = this.open(this.zone.local(from));
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
    return this.zone.utc(at);
  }

  /** The first moment of a day, `YYYY-MM-DD`, where the offices are. */
  startOf(day: string): Date {
    return this.zone.startOf(day);
  }

  /** The day, `YYYY-MM-DD`, where the offices are. */
  dayOf(at: Date): string {
    return this.zone.dayOf(at);
  }

  private intervals(local: number): readonly (readonly [number, number])[] {
    const day = new Date(local).toISOString().slice(0, 10);
    const span = this.spans.findLast(({ from }) => from <= day);
    if (!span || span.holidays.has(day) || span.holidays.has(day.slice(5))) return [];
    return span.hours.get(new Date(local).getUTCDay() || 7) ?? [];
  }

  /** The first open moment, not before this one; undefined where none comes. */
  private open(local: number): number | undefined {
    const isKnown = this.spans.some(({ hours }) => hours.size > 0);
    for (let day = 0, at = local; isKnown && day < longest; day++) {
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

/** The records that can be chosen on a day, as they are on it. @param day empty before all days of the records */
const on = (records: readonly CatalogueRecord[], day: string): CatalogueRecord[] =>
  records.map((record) => recordOn(record, day || '0000-01-01')).filter(({ retired }) => retired !== true);

function spanOf(from: string, hours: readonly CatalogueRecord[], holidays: readonly CatalogueRecord[]): CalendarSpan {
  const week = new Map<number, [number, number][]>();
  for (const { weekday, opens, closes } of hours) {
    const [begin, end] = [minuteOfDay(opens), minuteOfDay(closes)];
    if (typeof weekday === 'number' && begin !== undefined && end !== undefined && begin < end) week.set(weekday, [...(week.get(weekday) ?? []), [begin, end]]);
  }
  for (const intervals of week.values()) intervals.sort(([a], [b]) => a - b);
  return { from, hours: week, holidays: new Set(holidays.map(({ code }) => code)) };
}

/** The time zone of the offices: that of the first record of `working-hours` in use that names one. */
export function officeZone(hours: readonly CatalogueRecord[]): string | undefined {
  const inUse = hours.filter(({ retired }) => retired !== true);
  return (inUse.length ? inUse : hours).map(({ timeZone }) => timeZone).find(isTimeZone);
}

const minuteOfDay = (text: unknown): number | undefined => {
  const [, hour, minute] = /^([01]\d|2[0-4]):([0-5]\d)$/.exec(String(text)) ?? [];
  return hour === undefined ? undefined : Math.min(1440, Number(hour) * 60 + Number(minute));
};

/** The office hours of the country, from the catalogues `working-hours` and `holidays` of svc-reference, and the day that decides for a document. */
@Injectable()
export class WorkCalendar {
  hours = new OfficeHours();
  private from: readonly (readonly CatalogueRecord[])[] = [];
  private until = 0;
  private reading?: Promise<void>;

  constructor(
    private readonly catalogues: CatalogueClient,
    private readonly clock: Clock,
  ) {}

  /** Reads the calendar where it may have changed. Without svc-reference the last copy counts, and without one every hour. */
  async ready(): Promise<void> {
    if (Date.now() < this.until) return;
    this.reading ??= this.read().finally(() => {
      this.reading = undefined;
    });
    await this.reading;
  }

  /** The day that decides for a document: see `decidingDay`. */
  async dayOf(document?: Dated): Promise<string> {
    await this.ready();
    return this.heldDayOf(document);
  }

  /** The same by the calendar as it was read last. */
  heldDayOf(document?: Dated): string {
    return decidingDay(document, this.clock.now(), this.hours);
  }

  private async read(): Promise<void> {
    try {
      // The client asks svc-reference once a second at most.
      const from = await Promise.all([this.catalogues.records('working-hours'), this.catalogues.records('holidays')]);
      if (from.some((records, i) => records !== this.from[i])) this.hours = OfficeHours.of(...from);
      this.from = from;
    } catch {
      this.until = Date.now() + awayMs;
    }
  }
}
