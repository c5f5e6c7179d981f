/** Issuing a licence: its number and how long it lasts. */
import { broken, type FieldError } from '@portal/contract-kit';
import { addDays } from '@portal/service-kit';
import type { LicenceDocument } from '../../contract/index.ts';

export const isIssued = (licence: { beginDate?: string; endDate?: string }): boolean => Boolean(licence.beginDate && licence.endDate);

/** The last day of a validity that begins on a day: three years from 1 March 2026 end on 28 February 2029. */
export function lastDay(beginDate: string, months: number): string {
  const [year, month, day] = beginDate.split('-').map(Number) as [number, number, number];
  const end = new Date(Date.UTC(year, month - 1 + months, 1));
  const daysInMonth = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, daysInMonth));
  return addDays(end.toISOString().slice(0, 10), -1);
}

/** Sets the dates and the number. A renewal begins when the licence before it ends. */
export function issue(licence: LicenceDocument, input: Readonly<Record<string, unknown>>, now: Date, months: number): LicenceDocument {
  const today = now.toISOString().slice(0, 10);
  const after = licence.previousEndDate ? addDays(licence.previousEndDate, 1) : today;
  const beginDate = typeof input.beginDate === 'string' ? input.beginDate : after > today ? after : today;
  const endDate = typeof input.endDate === 'string' ? input.endDate : lastDay(beginDate, months);
  const { year, number, reference } = licence.serialReference;
  // The application's own number is unique already; the letter says that it is the licence that is meant.
  return { ...licence, beginDate, endDate, storageReference: { year, number, date: today, reference: `L-${reference}` } };
}

export const datesInOrder = (licence: LicenceDocument): FieldError[] =>
  licence.beginDate && licence.endDate && licence.endDate < licence.beginDate ? [broken('DATE', 'endDate', 'End date must not be before the begin date')] : [];
