/** What a kind of document says of the days that people are reminded of. */
import type { Bilingual } from '@portal/contract-kit';
import type { DocumentEvent } from './message-events.ts';

/** Of which day of its documents a kind reminds. */
export interface Reminder<Model> {
  event: Extract<DocumentEvent, 'about-to-expire' | 'overdue' | 'query-open'>;
  statuses: readonly string[];
  /** Column with the day, or with a time. */
  column: string;
  /** So many days after that day; negative for before. */
  after: number;
  /** Not any more so many days after it. Default: always. */
  until?: number;
  /** Further columns that must have these values. */
  where?: Readonly<Record<string, string>>;
  when?(model: Model): boolean;
  /** The message, with the day as people write it. */
  says?(day: Bilingual): Bilingual;
}

/** What a kind says whose documents are for a day of travel. */
export interface TravelDays {
  /** A day may be declared so many days before. */
  daysAhead: number;
  /** The page with the form. */
  form: string;
}
