/** The checks on the days on which a vehicle crossed the border and came back. */
import { L } from '@portal/contract-kit';
import type { Fault } from '@portal/service-kit';
import type { TripDocument } from '../../contract/index.ts';

type Days = Pick<TripDocument, 'crossingDate' | 'actualDate'>;

/**
 * Checks the days that an officer sets; unchanged days are not checked. A day must not be in the future, and the return must not be before the crossing.
 * @param today the current day in UTC and in the country, which can differ: an officer enters the day of the country, and the default is the UTC day
 */
export function crossingErrors(before: Days | undefined, { crossingDate, actualDate }: Days, today: readonly string[]): Fault[] {
  const latest = [...today].sort().at(-1) as string;
  const fault = (field: keyof Days, en: string, pt: string): Fault => ({ code: 'DATE', field, message: L(en, pt) });
  const isNew = (field: keyof Days, day: string | undefined): day is string => Boolean(day) && day !== before?.[field];
  const errors: Fault[] = [];
  if (isNew('crossingDate', crossingDate) && crossingDate > latest)
    errors.push(fault('crossingDate', 'The crossing date must not be after today', 'A data de passagem não pode ser posterior a hoje'));
  if (isNew('actualDate', actualDate)) {
    if (actualDate > latest) errors.push(fault('actualDate', 'The date of return must not be after today', 'A data de regresso não pode ser posterior a hoje'));
    else if (crossingDate && actualDate < crossingDate && !(today.includes(actualDate) && today.includes(crossingDate)))
      errors.push(
        fault('actualDate', 'The date of return must not be before the crossing date', 'A data de regresso não pode ser anterior à data de passagem'),
      );
  }
  return errors;
}
