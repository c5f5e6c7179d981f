/** Form values of a decision table that is being written. */
import { keepTyped } from '@portal/web-kit';
import { type HitPolicy, type LaneRule, type LaneTableBody, laneInputType } from 'svc-declarations/contract';

/** A rule in the form. Its key stays the same when the rule is moved. */
export interface FormRule extends LaneRule {
  key: number;
}

/** A table in the form. Numbers are stored as the text that was typed. */
export interface TableForm {
  code: string;
  nameEn: string;
  namePt: string;
  hitPolicy: HitPolicy;
  order: string;
  effectiveFrom: string;
  expectedRed: string;
  inputs: string[];
  rules: FormRule[];
}

let lastKey = 0;
const nextKey = (): number => ++lastKey;
export const anyValue = '-';

const blankRule = (inputs: readonly string[]): FormRule => ({ key: nextKey(), when: inputs.map(() => anyValue), lane: 'RED', reason: { en: '', pt: '' } });

/** Returns a new table with default values. @param day first day on which it is in force */
export const blankTable = (day: string): TableForm => ({
  code: '',
  nameEn: '',
  namePt: '',
  hitPolicy: 'FIRST',
  order: '100',
  effectiveFrom: day,
  expectedRed: '',
  inputs: ['nationality'],
  rules: [blankRule(['nationality'])],
});

export const formOf = ({ code, name, hitPolicy, order, effectiveFrom, expectedRed, inputs, rules }: LaneTableBody): TableForm => ({
  code,
  nameEn: name.en,
  namePt: name.pt,
  hitPolicy,
  order: String(order),
  effectiveFrom,
  expectedRed: expectedRed === undefined ? '' : String(expectedRed),
  inputs: [...inputs],
  rules: rules.map((rule) => ({ ...rule, when: [...rule.when], key: nextKey() })),
});

/** Parses a number. Text that is not a number is sent unchanged, so that the service reports the field. */
const numberOf = (text: string): number => (/^\s*\d+([.,]\d+)?\s*$/.test(text) ? Number(text.replace(',', '.')) : (text as never));

/** Returns the body to send. */
export const bodyOf = ({ nameEn, namePt, order, expectedRed, rules, ...table }: TableForm): LaneTableBody => ({
  ...table,
  name: { en: nameEn, pt: namePt },
  order: numberOf(order),
  ...(expectedRed.trim() ? { expectedRed: numberOf(expectedRed) } : {}),
  rules: rules.map(({ key: _, ...rule }) => ({ ...rule, when: rule.when.map((test) => test.trim() || anyValue) })),
});

/** Adds an empty rule after the given position; -1 adds it at the beginning. */
export function ruleAdded(form: TableForm, after: number): TableForm {
  return { ...form, rules: form.rules.toSpliced(after + 1, 0, blankRule(form.inputs)) };
}

export const ruleRemoved = (form: TableForm, place: number): TableForm => ({ ...form, rules: form.rules.toSpliced(place, 1) });

/** Moves a rule to another position. Returns the same form if there is no such position. */
export function ruleMoved(form: TableForm, from: number, to: number): TableForm {
  const moved = form.rules[from];
  if (!moved || from === to || to < 0 || to >= form.rules.length) return form;
  return { ...form, rules: form.rules.toSpliced(from, 1).toSpliced(to, 0, moved) };
}

export const ruleChanged = (form: TableForm, place: number, change: Partial<LaneRule>): TableForm => ({
  ...form,
  rules: form.rules.map((rule, i) => (i === place ? { ...rule, ...change } : rule)),
});

/** Adds a column. Its condition allows any value in every rule. */
export function inputAdded(form: TableForm, input: string): TableForm {
  if (!laneInputType(input) || form.inputs.includes(input)) return form;
  return { ...form, inputs: [...form.inputs, input], rules: form.rules.map((rule) => ({ ...rule, when: [...rule.when, anyValue] })) };
}

export const inputRemoved = (form: TableForm, place: number): TableForm => ({
  ...form,
  inputs: form.inputs.toSpliced(place, 1),
  rules: form.rules.map((rule) => ({ ...rule, when: rule.when.toSpliced(place, 1) })),
});

const moved = <T>(list: readonly T[], from: number, to: number): T[] => list.toSpliced(from, 1).toSpliced(to, 0, list[from] as T);

/** Moves a column together with its conditions. */
export function inputMoved(form: TableForm, from: number, to: number): TableForm {
  if (to < 0 || to >= form.inputs.length) return form;
  return { ...form, inputs: moved(form.inputs, from, to), rules: form.rules.map((rule) => ({ ...rule, when: moved(rule.when, from, to) })) };
}

/**
 * Puts what was changed in the form on a newer version of the table. The rules and their columns belong together: if one of them was changed, all of them are kept.
 * @param begun the form before any change
 */
export function changesKept(newer: TableForm, begun: TableForm, form: TableForm): TableForm {
  if (form === begun) return newer;
  const { inputs, rules } = form.inputs === begun.inputs && form.rules === begun.rules ? newer : form;
  return { ...keepTyped(newer, begun, form), inputs, rules };
}
