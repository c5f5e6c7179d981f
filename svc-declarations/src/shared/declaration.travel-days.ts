/** The days of travel that can be chosen. */
import { formatDay, L, type Language } from '@portal/contract-kit';
import { addDays, type Fault } from '@portal/service-kit';
import type { DateOption } from '../../contract/index.ts';

/** Returns today and the given number of days after it, as `getDates` returns them. */
export const travelDays = (today: string, after: number, language: Language): DateOption[] =>
  Array.from({ length: after + 1 }, (_, i) => addDays(today, i)).map((code) => ({ code, name: formatDay(code, language) }));

const chooseFromList = L('Choose one of the days in the list', 'Escolha um dos dias da lista');

type Dated<Field extends string> = Partial<Record<Field, string>> & { serialReference?: { date: string } };

/** The declaration whose day of travel is checked, and what decides which days can be chosen. */
interface ChosenDay<Field extends string> {
  model: Dated<Field>;
  /** The stored declaration; undefined at its registration. */
  before: Dated<Field> | undefined;
  action: string;
  today: string;
  /** Number of days after today that can be chosen. */
  after: number;
  /** Day on which the declaration was sent, if it is registered later. */
  sentOn?: string;
}

/**
 * Returns the error for a day that cannot be chosen. A registered declaration keeps its day, and an officer may also correct it to a day since its
 * registration, on which the traveller really came.
 */
export function travelDayErrors<Field extends string>(field: Field, { model, before, action, today, after, sentOn }: ChosenDay<Field>): Fault[] {
  const day: unknown = model[field];
  // The contract reports a missing or malformed day.
  if (typeof day !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(day) || day === before?.[field]) return [];
  const first = (action === 'amendment' ? before?.serialReference?.date : sentOn) ?? today;
  return day >= first && day <= addDays(today, after) ? [] : [{ code: 'CHOICE', field, message: chooseFromList }];
}
