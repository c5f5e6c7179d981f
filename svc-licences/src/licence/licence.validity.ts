/** The validity of a licence: the default period, the dates that an issuance sets, and the checks on dates. */
import { dayOf, isDay, L } from '@portal/contract-kit';
import { type ActionRule, addDays, type Fault } from '@portal/service-kit';
import type { LicenceDocument, LicenceStatus } from '../../contract/index.ts';

/** The default of `LICENCE_VALIDITY_MONTHS`: the period of validity in months if no end date is given, and the longest period allowed. */
export const defaultValidityMonths = 36;
/** Maximum number of days in the past on which a licence may begin. */
const daysBack = 30;

type Dates = Pick<LicenceDocument, 'beginDate' | 'endDate' | 'previousEndDate'>;

export const isIssued = (licence: { beginDate?: string; endDate?: string }): boolean => Boolean(licence.beginDate && licence.endDate);
export const notIssued = (licence: LicenceDocument): boolean => !isIssued(licence);
export const isMarkedAboutToExpire = (licence: LicenceDocument): boolean => licence.aboutToExpire === true;
/** Whether to mark the licence as about to expire: it is issued, not being renewed, and not marked yet. The applicant is told only once. */
export const needsExpiryNotice = (licence: LicenceDocument): boolean => isIssued(licence) && !licence.renewalId && !isMarkedAboutToExpire(licence);

/** Returns the same day of the month after a number of months, or the last day of that month if it is shorter. */
function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const end = new Date(Date.UTC(year, month - 1 + months, 1));
  const daysInMonth = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(date, daysInMonth));
  return dayOf(end);
}

/** Returns the last day of a period of validity: three years from 1 March 2026 end on 28 February 2029. */
export const lastDay = (beginDate: string, months: number): string => addDays(addMonths(beginDate, months), -1);

/** Returns the day after the end of the licence that this one renews. */
const dayAfterPrevious = ({ previousEndDate }: Dates): string | undefined => (previousEndDate ? addDays(previousEndDate, 1) : undefined);

/** Sets the number of a licence when it is issued, and the dates that the officer gives. */
export const issue: NonNullable<ActionRule<LicenceStatus, LicenceDocument>['change']> = (licence, input, { now }) => {
  // A malformed date is refused by the check of the input.
  const given = (day: unknown): string | undefined => (isDay(day) ? day : undefined);
  const { year, number, reference } = licence.serialReference;
  // The application's number is already unique. The prefix marks it as the number of a licence.
  const storageReference = { year, number, date: dayOf(now), reference: `L-${reference}` };
  return { ...licence, beginDate: given(input.beginDate), endDate: given(input.endDate), storageReference };
};

/** Returns the dates of an issuance, where the officer gives none. A renewal begins on the day after the previous licence ends. */
export function issuedDates(licence: Dates, today: string, months: number): Required<Pick<Dates, 'beginDate' | 'endDate'>> {
  const after = dayAfterPrevious(licence) ?? today;
  const beginDate = licence.beginDate ?? (after > today ? after : today);
  return { beginDate, endDate: licence.endDate ?? lastDay(beginDate, months) };
}

/**
 * Checks the dates that an issuance or a modification sets; unchanged dates are not checked. A licence begins at most 30 days ago and at most a year ahead, or
 * on the day after the licence that it renews, and lasts at most the period of validity. It cannot be issued with an end date in the past.
 */
export function validityErrors(before: Dates, after: LicenceDocument, today: string, months: number): Fault[] {
  const { beginDate, endDate } = after;
  const newBegin = beginDate !== before.beginDate;
  if (!newBegin && endDate === before.endDate) return [];
  const fault = (field: 'beginDate' | 'endDate', en: string, pt: string): Fault => ({ code: 'DATE', field, message: L(en, pt) });
  if (!after.storageReference)
    return [
      fault(
        newBegin ? 'beginDate' : 'endDate',
        'The licence is not issued yet: its dates are set when it is issued',
        'A licença ainda não foi emitida: as datas são definidas na emissão',
      ),
    ];
  const missing = (['beginDate', 'endDate'] as const).filter((field) => !after[field]);
  if (!beginDate || !endDate)
    return missing.map((field) => ({
      code: 'REQUIRED',
      field,
      message: field === 'beginDate' ? L('Enter the begin date', 'Indique a data de início') : L('Enter the end date', 'Indique a data de fim'),
    }));
  // A malformed date is refused by another check.
  if (!isDay(beginDate)) return [];
  const [first, last] = [addDays(today, -daysBack), addMonths(today, 12)];
  const latest = lastDay(beginDate, months);
  const errors: Fault[] = [];
  if (newBegin && (beginDate < first || beginDate > last) && beginDate !== dayAfterPrevious(after))
    errors.push(
      fault(
        'beginDate',
        `Begin date must be at most ${daysBack} days ago and at most a year ahead`,
        `A data de início deve ser no máximo há ${daysBack} dias e no máximo daqui a um ano`,
      ),
    );
  if (endDate < beginDate) errors.push(fault('endDate', 'End date must not be before the begin date', 'A data de fim não pode ser anterior à data de início'));
  else if (endDate > latest)
    errors.push(
      fault('endDate', `The licence may last ${months} months from its begin date`, `A licença pode durar ${months} meses a partir da data de início`),
    );
  else if (endDate < today && !isIssued(before))
    errors.push(fault('endDate', 'End date must not be before today', 'A data de fim não pode ser anterior a hoje'));
  return errors;
}
