import { v7 } from 'uuid';

/** Time as a dependency, so that tests can set it. */
export class Clock {
  now(): Date {
    return new Date();
  }
  /** Today (UTC), `YYYY-MM-DD`. */
  today(): string {
    return this.now().toISOString().slice(0, 10);
  }
}

/** Identifiers as a dependency: UUIDv7, unguessable in 74 bits and in order of creation. */
export class Ids {
  next(): string {
    return v7();
  }
}

/** `YYYY-MM-DDTHH:mm:ss` in UTC, the published form of a date-time. */
export const dateTime = (at: Date): string => at.toISOString().slice(0, 19);
/** `YYYY-MM-DD` of a day some days after another. */
export const addDays = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
