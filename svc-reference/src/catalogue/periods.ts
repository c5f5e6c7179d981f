/** The periods of a catalogue record: its content from a given day on. The content of a record without days has always been valid. */
import { dayMs, dayOf } from '@portal/contract-kit';
import type { Difference } from '../../contract/index.ts';
import { faultWords } from './catalogue-labels.ts';
import type { FieldFault, FieldValue } from './field-kinds.ts';

/** The texts and fields of a record that are valid from a day on. */
export interface Period {
  /** The first day of the period; null if it has no beginning. */
  from: string | null;
  name: string;
  /** The name in the other languages. */
  names: Record<string, string>;
  values: Record<string, FieldValue>;
}

/** Everything about a record that can change. The first period is stored in the columns of its row, the others in `later`. */
export interface RecordState {
  name: string;
  names: Record<string, string>;
  values: Record<string, FieldValue>;
  effectiveFrom: string | null;
  /** The last day on which the record can be chosen. */
  effectiveTo: string | null;
  /** The later periods, sorted by their first day. */
  later: Period[];
  retired: boolean;
}

/** A state as it is stored in rows, where parts may be missing. */
export type StoredState = Partial<Omit<RecordState, 'later'>> & { later?: Period[] | null };

/** Returns the state that is stored in a row or a change. */
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

/** Returns the period that is valid on a day; undefined before the first one. */
export const periodOn = <Each extends { from: string | null }>(periods: readonly Each[], day: string): Each | undefined =>
  periods.findLast(({ from }) => from === null || from <= day);

/** Returns why a record cannot be chosen on a day although nobody has retired it: it has not begun, or it has ended. Undefined if it can be chosen. */
export const standingOn = (record: Parameters<typeof periodsOf>[0], day: string): 'COMING' | 'ENDED' | undefined =>
  !periodOn(periodsOf(record), day) ? 'COMING' : record.effectiveTo && record.effectiveTo < day ? 'ENDED' : undefined;

/** A period with its end: the first day of the next period, or the last day of the record. */
export type Span = Period & { next: string | null; to: string | null };

/** Returns the periods of a record with their ends; none if the record is retired. */
export const spansOf = (record: RecordState): Span[] =>
  record.retired
    ? []
    : periodsOf(record).map((period, i) => ({ ...period, next: record.later[i]?.from ?? null, to: i < record.later.length ? null : record.effectiveTo }));

export const isOver = ({ next, to }: Span, day: string): boolean => (next !== null && next <= day) || (to !== null && to < day);

/** Returns whether two spans have a day in common. */
export const overlap = (a: Span, b: Span): boolean => !isOver(a, b.from ?? '') && !isOver(b, a.from ?? '');

const isPlanned = (from: string | null, today: string): boolean => from !== null && from > today;

/** Returns whether a change removes a period that has begun. */
export const removesBegun = (before: RecordState | null, after: RecordState, today: string): boolean => {
  const kept = new Set(periodsOf(after).map(({ from }) => from));
  return before !== null && periodsOf(before).some(({ from }) => !kept.has(from) && !isPlanned(from, today));
};

/**
 * Returns the state after a record is written: the content replaces the period that begins on the same day, or becomes a new period. The day null is that of
 * the period without a beginning. Without a day, the content replaces the period that is valid today.
 * @param before undefined for a new record
 * @param content with `replaces`, the first day of the period that was edited: a planned period moves to the new day, one that has begun stays
 */
export function written(
  before: RecordState | undefined,
  content: Omit<Period, 'from'> & { effectiveFrom?: string | null; effectiveTo?: string; replaces?: string | null },
  today: string,
): RecordState {
  const { effectiveFrom, effectiveTo = null, replaces, name, names, values } = content;
  const stored = before ? periodsOf(before) : [];
  const known = stored.filter(({ from }) => from !== replaces || !isPlanned(from, today));
  const current = periodOn(known, today) ?? (known.length < stored.length ? undefined : known[0]);
  const from = effectiveFrom === undefined ? (current?.from ?? null) : effectiveFrom;
  const [first, ...later] = [...known.filter((period) => period.from !== from), { from, name, names, values }].sort((a, b) =>
    (a.from ?? '') < (b.from ?? '') ? -1 : 1,
  ) as [Period, ...Period[]];
  return { name: first.name, names: first.names, values: first.values, effectiveFrom: first.from, effectiveTo, later, retired: before?.retired ?? false };
}

/** Returns a fault if the record ends before its last period begins. */
export function wrongDays({ effectiveFrom, effectiveTo, later }: RecordState): FieldFault[] {
  const last = later.at(-1)?.from ?? effectiveFrom;
  return effectiveTo && last && effectiveTo < last ? [{ code: 'DATE', field: 'effectiveTo', message: faultWords.notBefore('effectiveTo', last) }] : [];
}

/** Returns the next day after today on which the content of a record changes without a write; undefined if there is none. */
export const nextChange = (state: Pick<RecordState, 'effectiveFrom' | 'effectiveTo' | 'later'>, today: string): string | undefined =>
  [
    state.effectiveFrom,
    ...(state.later ?? []).map(({ from }) => from),
    state.effectiveTo && dayOf(new Date(Date.parse(`${state.effectiveTo}T00:00:00Z`) + dayMs)),
  ]
    .filter((day): day is string => Boolean(day) && (day as string) > today)
    .sort()[0];

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

/**
 * Returns the differences between two states, field by field.
 * @param before null for a new record
 */
export function differencesOf(before: RecordState | null, after: RecordState): Difference[] {
  const [old, now] = [facts(before), facts(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const [was, is] = [old.get(key), now.get(key)];
    if (JSON.stringify(was?.value) === JSON.stringify(is?.value)) return [];
    const { field, from } = (is ?? was) as Pick<Difference, 'field' | 'from'>;
    return [{ field, ...(from ? { from } : {}), before: was?.value ?? null, after: is?.value ?? null }];
  });
}
