/** Determines the day whose catalogue records apply to a document. No other code makes this decision. */
import type { SerialReference } from '@portal/contract-kit';

/** The part of a document that determines its day. */
export interface Dated {
  serialReference?: Partial<Pick<SerialReference, 'date' | 'dateTime'>>;
}

/**
 * Returns the day whose catalogue records apply to a document. For a registered document this is the day of its registration in the time zone of the country's
 * offices; for a draft, and for a document that is being registered, it is today. This day decides the document's questions, declarations, requirements, fees,
 * lane tables and the choices of its form, also when the document is changed later. Data that an official adds in an action (a bank account, an authoriser, a
 * crossing) is checked against the day of that action, which is today.
 */
export function decidingDay(document: Dated | undefined, now: Date, country: { dayOf(at: Date): string }): string {
  const { date, dateTime } = document?.serialReference ?? {};
  if (dateTime) return country.dayOf(new Date(`${dateTime.slice(0, 19)}Z`));
  return date?.slice(0, 10) ?? country.dayOf(now);
}
