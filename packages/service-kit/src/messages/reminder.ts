/** What a kind of document defines about reminders and days of travel. */
import type { Bilingual } from '@portal/contract-kit';
import type { DocumentEvent } from './message-events.ts';

/** A reminder: the day of a document to which it belongs, and for which documents it is sent. */
export interface Reminder<Model> {
  event: Extract<DocumentEvent, 'about-to-expire' | 'overdue' | 'query-open'>;
  statuses: readonly string[];
  /** Column with the day, or with a time. */
  column: string;
  /** The reminder is sent this many days after that day; a negative number means before. */
  after: number;
  /** It is no longer sent this many days after that day. Default: no limit. */
  until?: number;
  /** Further columns that must have these values. */
  where?: Readonly<Record<string, string>>;
  when?(model: Model): boolean;
  /** The message, with the day as people write it. */
  says?(day: Bilingual): Bilingual;
}

/** What a kind of document for a day of travel defines. */
export interface TravelDays {
  /** A day may be declared this many days before it. */
  daysAhead: number;
  /** The page with the form. */
  form: string;
}
