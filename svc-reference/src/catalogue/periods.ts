/** What a record says from which day on. A record without days has always been so. */
import { faultWords } from './catalogue-labels.ts';
import type { FieldFault, FieldValue } from './field-kinds.ts';

/** The texts and fields of a record, from a day on. */
export interface Period {
  /** Null: it has always been so. */
  from: string | null;
  name: string;
  /** The name in the other languages. */
  names: Record<string, string>;
  values: Record<string, FieldValue>;
}

/** Everything about a record that can change. The first period stands in the columns of its row, the others in `later`. */
export interface RecordState {
  name: string;
  names: Record<string, string>;
  values: Record<string, FieldValue>;
  effectiveFrom: string | null;
  /** The last day on which the record can be chosen. */
  effectiveTo: string | null;
  /** By their days. */
  later: Period[];
  retired: boolean;
}

/** A state as rows hold it. */
export type StoredState = Partial<Omit<RecordState, 'later'>> & { later?: Period[] | null };

/** The part of a row or a change that is its state. */
export const stateOf = ({ name, names, values, effectiveFrom, effectiveTo, later, retired }: StoredState): RecordState => ({
  name: name ?? '',
  names: names ?? {},
  values: values ?? {},
  effectiveFrom: effectiveFrom ?? null,
  effectiveTo: effectiveTo ?? null,
  later: later ?? [],
  retired: Boolean(retired),
});

export const periodsOf = ({ name, names, values, effectiveFrom, later }: Pick<RecordState, 'name' | 'names' | 'values'> & StoredState): Period[] => [
  { from: effectiveFrom ?? null, name, names, values },
  ...(later ?? []),
];

/** The period that holds on a day; undefined before the first one. */
export const periodOn = <Each extends { from: string | null }>(periods: readonly Each[], day: string): Each | undefined =>
  periods.findLast(({ from }) => from === null || from <= day);

/**
 * The state after a record was written: its content replaces that of the period which begins on its day, or begins a new one.
 * Without a day it is that of the period in force today.
 * @param before undefined for a new record
 */
export function written(
  before: RecordState | undefined,
  content: Omit<Period, 'from'> & { effectiveFrom?: string; effectiveTo?: string },
  today: string,
): RecordState {
  const { effectiveFrom, effectiveTo = null, name, names, values } = content;
  const known = before ? periodsOf(before) : [];
  const from = effectiveFrom ?? (periodOn(known, today) ?? known[0])?.from ?? null;
  const [first, ...later] = [...known.filter((period) => period.from !== from), { from, name, names, values }].sort((a, b) =>
    (a.from ?? '') < (b.from ?? '') ? -1 : 1,
  ) as [Period, ...Period[]];
  return { name: first.name, names: first.names, values: first.values, effectiveFrom: first.from, effectiveTo, later, retired: before?.retired ?? false };
}

/** An end before a beginning. */
export function wrongDays({ effectiveFrom, effectiveTo, later }: RecordState): FieldFault[] {
  const last = later.at(-1)?.from ?? effectiveFrom;
  return effectiveTo && last && effectiveTo < last ? [{ code: 'DATE', field: 'effectiveTo', message: faultWords.notBefore('effectiveTo', last) }] : [];
}

/** The next day after this one on which what a record says changes by itself. */
export const nextChange = (state: Pick<RecordState, 'effectiveFrom' | 'effectiveTo' | 'later'>, today: string): string | undefined =>
  [
    state.effectiveFrom,
    ...(state.later ?? []).map(({ from }) => from),
    state.effectiveTo && new Date(Date.parse(`${state.effectiveTo}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10),
  ]
    .filter((day): day is string => Boolean(day) && (day as string) > today)
    .sort()[0];

/** One thing that two states of a record say differently. */
export interface Difference {
  field: string;
  /** The day from which it holds, for fields of a period. */
  from?: string;
  before?: unknown;
  after?: unknown;
}

function facts(state: RecordState | null): Map<string, Pick<Difference, 'field' | 'from'> & { value: unknown }> {
  const found = new Map<string, Pick<Difference, 'field' | 'from'> & { value: unknown }>();
  if (!state) return found;
  const put = (field: string, value: unknown, from: string | null = null): void => {
    if (value !== null && value !== undefined && value !== false) found.set(`${from ?? ''} ${field}`, { field, ...(from ? { from } : {}), value });
  };
  put('effectiveTo', state.effectiveTo);
  put('retired', state.retired);
  for (const { from, name, names, values } of periodsOf(state)) {
    put('name', name, from);
    for (const [language, text] of Object.entries(names)) put(`names.${language}`, text, from);
    for (const [field, value] of Object.entries(values)) put(field, value, from);
  }
  return found;
}

/** What differs between two states, field by field. @param before null for a new record */
export function differencesOf(before: RecordState | null, after: RecordState): Difference[] {
  const [old, now] = [facts(before), facts(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const [was, is] = [old.get(key), now.get(key)];
    if (JSON.stringify(was?.value) === JSON.stringify(is?.value)) return [];
    const { field, from } = (is ?? was) as Pick<Difference, 'field' | 'from'>;
    return [{ field, ...(from ? { from } : {}), before: was?.value ?? null, after: is?.value ?? null }];
  });
}
