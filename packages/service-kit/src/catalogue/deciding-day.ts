/** Which day decides what the catalogues say to a document. The only place that knows. */
import type { SerialReference } from '@portal/contract-kit';

/** A document, as far as it has a day. */
export interface Dated {
  serialReference?: Partial<Pick<SerialReference, 'date' | 'dateTime'>>;
}

/**
 * The day that decides for a document: the day of its registration where the country's offices are; today for a draft, and for one that is being registered.
 * By it are judged its questions, declarations, requirements, fees, lane tables and the choices of its form, also when it is changed later. What an official
 * adds in an action of their own (a bank account, an authoriser, a crossing) is judged by the day of that action, which is today.
 */
export function decidingDay(document: Dated | undefined, now: Date, country: { dayOf(at: Date): string }): string {
  const { date, dateTime } = document?.serialReference ?? {};
  if (dateTime) return country.dayOf(new Date(`${dateTime.slice(0, 19)}Z`));
  return date?.slice(0, 10) ?? country.dayOf(now);
}
