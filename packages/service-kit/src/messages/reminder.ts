/** What the definition of a kind of document says about reminders and days of travel. */
import type { Bilingual } from '@portal/contract-kit';
import type { DocumentEvent } from './message-events.ts';

/** A reminder: the date of a document on which it depends, and the documents for which it is sent. */
export interface Reminder<Model> {
  event: Extract<DocumentEvent, 'about-to-expire' | 'overdue' | 'query-open'>;
  statuses: readonly string[];
  /** Column that holds the day or time. */
  column: string;
  /** The reminder is sent this many days after that day; a negative number means before. */
  after: number;
  /** Number of days after that day from which the reminder is no longer sent. Default: no limit. */
  until?: number;
  /** Values that further columns must have. */
  where?: Readonly<Record<string, string>>;
  when?(model: Model): boolean;
  /** Returns the text of the reminder. The day is given as people write it. */
  says?(day: Bilingual): Bilingual;
}

/** How a kind of document handles days of travel. */
export interface TravelDays {
  /** Number of days before the day of travel from which it may be declared. */
  daysAhead: number;
  /** Path of the page with the form. */
  form: string;
}
