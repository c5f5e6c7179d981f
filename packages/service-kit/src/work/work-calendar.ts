import { Injectable } from '@nestjs/common';
import { type CatalogueRecord, dayMs, dayOf } from '@portal/contract-kit';
import { CatalogueClient } from '../catalogue/catalogue-client.ts';
import { type Dated, decidingDay } from '../catalogue/deciding-day.ts';
import { changeDays, recordOn } from '../catalogue/record-on.ts';
import { Clock } from '../clock.ts';
import { isTimeZone, TimeZone } from '../time-zone.ts';

const minuteMs = 60_000;
/** How long to wait before the catalogues are read again after a failure, in milliseconds. */
const awayMs = 15_000;
/** Maximum number of days that are searched for an open day. A calendar without an open day in this time counts every hour. */
const longest = 400;

/** Working hours of a day of the week (1 Monday … 7 Sunday), in minutes of the day. */
type Hours = ReadonlyMap<number, readonly (readonly [opens: number, closes: number])[]>;

/** The hours and holidays that are valid from a day on. */
export interface CalendarSpan {
  /** First day of the span; empty for the first span. */
  from: string;
  /** The working hours; empty where none are known. Then every hour counts. */
  hours: Hours;
  /** The holidays: `YYYY-MM-DD`, or `MM-DD` for a holiday of every year. */
  holidays: ReadonlySet<string>;
}

/**
 * The working times of a country's offices: their hours, in their time zone, and the days on which they are closed. Each day follows the rules that are valid
 * on it.
 */
export class OfficeHours {
  private readonly zone: TimeZone;

  /** @param spans in the order of their days; empty where nothing is known @param timeZone of the offices; UTC where the calendar does not name one */
  constructor(
    private readonly spans: readonly CalendarSpan[] = [],
    readonly timeZone = 'UTC',
  ) {
    this.zone = new TimeZone(timeZone);
  }

  /** Makes the office hours from the catalogues `working-hours` and `holidays`. */
  static of(hours: readonly CatalogueRecord[], holidays: readonly CatalogueRecord[]): OfficeHours {
    const days = ['', ...new Set([...hours, ...holidays].flatMap(changeDays))].sort();
    // The first span has the rules that are valid before the first change.
    const spans = days.map((from) => spanOf(from, on(hours, from), on(holidays, from)));
    return new OfficeHours(spans, officeZone(hours));
  }

  /**
   * Returns the time by which work that takes this many minutes is done. A whole day of an estimate (1440 minutes) is a working day, so that "three days" are
   * three days on which the office works. The remaining minutes count only within working hours.
   */
  after(from: Date, minutes: number): Date {
    return this.timeAfter(from, Math.floor(minutes / 1440), minutes % 1440);
  }

  /** Returns the time by which the offices were open for this many minutes, however many they are. */
  afterOfficeMinutes(from: Date, minutes: number): Date {
    return this.timeAfter(from, 0, minutes);
  }

  /** Returns the time after a number of working days and, from then on, of minutes within working hours. */
  private timeAfter(from: Date, workingDays: number, minutes: number): Date {
    const elapsed = new Date(from.getTime() + workingDays * dayMs + minutes * minuteMs);
    let at = this.open(this.zone.local(from));
    if (at === undefined) return elapsed;
    for (let days = workingDays; days > 0; days--) {
      const next: number | undefined = this.nextDay(at);
      if (next === undefined) return elapsed;
      at = next;
    }
    for (let left = minutes * minuteMs; left > 0; ) {
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

  /** Returns the first moment of a day, `YYYY-MM-DD`, at the place of the offices. */
  startOf(day: string): Date {
    return this.zone.startOf(day);
  }

  /** Returns the day, `YYYY-MM-DD`, at the place of the offices. */
  dayOf(at: Date): string {
    return this.zone.dayOf(at);
  }

  private intervals(local: number): readonly (readonly [number, number])[] {
    const day = dayOf(new Date(local));
    const span = this.spans.findLast(({ from }) => from <= day);
    if (!span || span.holidays.has(day) || span.holidays.has(day.slice(5))) return [];
    return span.hours.get(new Date(local).getUTCDay() || 7) ?? [];
  }

  /** Returns the first moment from this one on at which the offices are open; undefined where there is none. */
  private open(local: number): number | undefined {
    const isKnown = this.spans.some(({ hours }) => hours.size > 0);
    for (let day = 0, at = local; isKnown && day < longest; day++) {
      const midnight = Math.floor(at / dayMs) * dayMs;
      for (const [opens, closes] of this.intervals(at)) if (at < midnight + closes * minuteMs) return Math.max(at, midnight + opens * minuteMs);
      at = midnight + dayMs;
    }
    return undefined;
  }

  /** Returns the same time on the next working day, or the next opening time after it. */
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

/** Returns the records that can be chosen on a day, with their content of that day. @param day empty for the time before all days of the records */
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

/** Returns the time zone of the offices: that of the first record of `working-hours` in use that names one. */
export function officeZone(hours: readonly CatalogueRecord[]): string | undefined {
  const inUse = hours.filter(({ retired }) => retired !== true);
  return (inUse.length ? inUse : hours).map(({ timeZone }) => timeZone).find(isTimeZone);
}

const minuteOfDay = (text: unknown): number | undefined => {
  const [, hour, minute] = /^([01]\d|2[0-4]):([0-5]\d)$/.exec(String(text)) ?? [];
  return hour === undefined ? undefined : Math.min(1440, Number(hour) * 60 + Number(minute));
};

/** The office hours of the country, from the catalogues `working-hours` and `holidays` of svc-reference, and the day whose rules apply to a document. */
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

  /** Reads the calendar if it may have changed. Without svc-reference the last copy is used, and without a copy every hour counts. */
  async ready(): Promise<void> {
    if (Date.now() < this.until) return;
    this.reading ??= this.read().finally(() => {
      this.reading = undefined;
    });
    await this.reading;
  }

  /** Returns the day whose rules apply to a document: see `decidingDay`. */
  async dayOf(document?: Dated): Promise<string> {
    await this.ready();
    return this.heldDayOf(document);
  }

  /** Returns the same day, by the calendar that was read last. */
  heldDayOf(document?: Dated): string {
    return decidingDay(document, this.clock.now(), this.hours);
  }

  private async read(): Promise<void> {
    try {
      // The client asks svc-reference at most once a second.
      const from = await Promise.all([this.catalogues.records('working-hours'), this.catalogues.records('holidays')]);
      if (from.some((records, i) => records !== this.from[i])) this.hours = OfficeHours.of(...from);
      this.from = from;
    } catch {
      this.until = Date.now() + awayMs;
    }
  }
}
