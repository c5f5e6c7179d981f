import type { LaneTableBody } from 'svc-declarations/contract';
import { inputsOf, ruleChanges } from './table-diff.ts';
import { blankTable, bodyOf, changesKept, formOf, inputAdded, inputMoved, inputRemoved, ruleAdded, ruleChanged, ruleMoved, ruleRemoved } from './table-form.ts';

const rule = (...when: string[]) => ({ when, lane: 'RED' as const, reason: { en: when.join(' '), pt: when.join(' ') } });
const table = (changes: Partial<LaneTableBody> = {}): LaneTableBody => ({
  code: 'RISK',
  name: { en: 'Risk', pt: 'Risco' },
  hitPolicy: 'FIRST',
  inputs: ['nationality', 'bags'],
  rules: [rule('"TL"', '1'), rule('"PT"', '2'), rule('-', '3')],
  order: 10,
  effectiveFrom: '2026-12-01',
  expectedRed: 5,
  ...changes,
});
const cells = (form: { rules: readonly { when: string[] }[] }): string[] => form.rules.map(({ when }) => when.join(' '));

describe('the form of a table', () => {
  it('sends the table unchanged if nothing was edited', () => expect(bodyOf(formOf(table()))).toEqual(table()));
  it('moves rules with all they have, and not out of the table', () => {
    const form = formOf(table());
    expect([cells(ruleMoved(form, 2, 0)), cells(ruleMoved(form, 0, 1))]).toEqual([
      ['- 3', '"TL" 1', '"PT" 2'],
      ['"PT" 2', '"TL" 1', '- 3'],
    ]);
    expect([ruleMoved(form, 0, -1), ruleMoved(form, 2, 3), ruleMoved(form, 9, 0)]).toEqual([form, form, form]);
    expect(ruleMoved(form, 2, 0).rules[0]?.key).toBe(form.rules[2]?.key);
  });
  it('adds a rule of any value after another, and removes one', () => {
    const form = formOf(table());
    expect(cells(ruleAdded(form, 0))).toEqual(['"TL" 1', '- -', '"PT" 2', '- 3']);
    expect(cells(ruleAdded(form, -1))[0]).toBe('- -');
    expect(cells(ruleRemoved(form, 1))).toEqual(['"TL" 1', '- 3']);
  });
  it('adds, moves and removes columns with their conditions', () => {
    const form = formOf(table());
    expect([inputAdded(form, 'bags'), inputAdded(form, 'nothing')]).toEqual([form, form]);
    const more = inputAdded(form, 'watchList.SMUGGLING');
    expect([more.inputs.at(-1), cells(more)[0]]).toEqual(['watchList.SMUGGLING', '"TL" 1 -']);
    expect([inputMoved(form, 0, 1).inputs, cells(inputMoved(form, 0, 1))[0]]).toEqual([['bags', 'nationality'], '1 "TL"']);
    expect([inputRemoved(form, 0).inputs, cells(inputRemoved(form, 0))]).toEqual([['bags'], ['1', '2', '3']]);
    expect(inputMoved(form, 0, 2)).toBe(form);
  });
  it('sends an empty condition as any value, and what is no number as it is typed', () => {
    const form = ruleChanged({ ...formOf(table()), order: 'ten', expectedRed: '2,5' }, 0, { when: [' ', '1'] });
    expect(bodyOf(form)).toMatchObject({ order: 'ten', expectedRed: 2.5, rules: [{ when: ['-', '1'] }, {}, {}] });
    expect(bodyOf(blankTable('2026-12-01'))).toMatchObject({ inputs: ['nationality'], rules: [{ when: ['-'], lane: 'RED' }] });
  });
});

describe('a newer version of a table', () => {
  const begun = formOf(table());
  const newer = formOf(table({ name: { en: 'Risk', pt: 'Riscos' }, order: 20, inputs: ['bags'], rules: [rule('9')] }));
  it('takes the place of a form in which nothing was changed', () => expect(changesKept(newer, begun, begun)).toBe(newer));
  it('keeps what was changed, and gives all else', () => {
    expect(changesKept(newer, begun, { ...begun, nameEn: 'Danger' })).toEqual({ ...newer, nameEn: 'Danger' });
  });
  it('keeps all rules and columns together if one of them was changed', () => {
    const form = ruleChanged(begun, 0, { lane: 'GREEN' });
    expect(changesKept(newer, begun, form)).toEqual({ ...newer, inputs: begun.inputs, rules: form.rules });
  });
});

describe('the difference of two versions', () => {
  const told = (before: LaneTableBody, after: LaneTableBody) =>
    ruleChanges(before, after).map(({ kind, before: was, after: is }) => `${kind} ${was?.place ?? '-'} ${is?.place ?? '-'}`);
  const { rules } = table();
  it('pairs what stays', () => expect(told(table(), table())).toEqual(['same 1 1', 'same 2 2', 'same 3 3']));
  it('tells what was added, removed and changed', () => {
    const [first, second, third] = rules as [LaneTableBody['rules'][0], LaneTableBody['rules'][0], LaneTableBody['rules'][0]];
    expect(told(table(), table({ rules: [first, rule('"AU"', '9'), second, third] }))).toEqual(['same 1 1', 'added - 2', 'same 2 3', 'same 3 4']);
    expect(told(table(), table({ rules: [first, third] }))).toEqual(['same 1 1', 'removed 2 -', 'same 3 2']);
    expect(told(table(), table({ rules: [first, { ...second, lane: 'GREEN' }, third] }))).toEqual(['same 1 1', 'changed 2 2', 'same 3 3']);
    expect(told(table({ rules: [] }), table({ rules: [first] }))).toEqual(['added - 1']);
  });
  it('knows a rule again whose table has got another column, or another order of columns', () => {
    const wider = table({
      inputs: ['bags', 'nationality', 'age'],
      rules: rules.map(({ when: [a = '', b = ''], ...more }) => ({ ...more, when: [b, a, '-'] })),
    });
    expect([told(table(), wider), inputsOf(table(), wider)]).toEqual([
      ['same 1 1', 'same 2 2', 'same 3 3'],
      ['bags', 'nationality', 'age'],
    ]);
  });
  it('of thousands of other rules is quick', () => {
    const many = (from: number) => table({ rules: Array.from({ length: 20_000 }, (_, i) => rule('-', String(from + i))) });
    const [before, after] = [many(0), many(50_000)];
    // The time of the process is measured, because it does not pass while a busy machine does something else.
    const began = process.cpuUsage();
    expect(ruleChanges(before, after).every(({ kind }) => kind === 'changed')).toBe(true);
    const { user, system } = process.cpuUsage(began);
    // Comparing each rule with each other one would take three times as long.
    expect((user + system) / 1_000).toBeLessThan(4_000);
  });
});
