import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { date, unaryTest } from 'feelin';
import type { FactType, FactValue } from '../../contract/index.ts';
import { type CompiledTable, rulesThatApply } from './lane-table.ts';
import { compileUnaryTest, UnaryTestFault } from './unary-test.ts';

interface TckTable {
  model: string;
  decision: string;
  hitPolicy: string;
  inputs: string[];
  types: FactType[];
  outputs: (string | null)[];
  default: string[] | null;
  rules: { when: string[]; then: string[] }[];
  cases: { id: string; given: Record<string, FactValue>; expected: unknown }[];
}
const tck: TckTable[] = JSON.parse(readFileSync(join(import.meta.dirname, 'testdata/dmn-tck.json'), 'utf8')).tables;
/** Whether the conditions of a table refer to other inputs, which is not supported. */
const namesInputs = ({ model, decision }: TckTable): boolean => model.includes('0036-dt-variable-input') || decision === 'dateCompare2';

function compiled({ hitPolicy, inputs, types, rules }: TckTable): CompiledTable {
  const first = ['FIRST', 'UNIQUE', 'ANY'].includes(hitPolicy);
  const tests = rules.map(({ when }) => when.map((test, i) => compileUnaryTest(test, types[i] as FactType)));
  return { code: 'TCK', number: 1, inputs, first, rules: tests.map((each) => ({ tests: each, lane: 'RED', reason: { en: '', pt: '' }, share: 100 })) };
}

describe('the decision tables of the DMN TCK with inputs and conditions of the supported forms', () => {
  const supported = tck.filter((table) => !namesInputs(table));
  const cases = supported.flatMap((table) =>
    table.cases.map((each): [string, TckTable, TckTable['cases'][number]] => [`${table.model} ${table.decision} ${each.id}`, table, each]),
  );
  it('are 11 tables with 29 cases', () => expect([supported.length, cases.length]).toEqual([11, 29]));
  it.each(cases)('%s', (_name, table, { given, expected }) => {
    const facts = table.inputs.map((input) => given[input] ?? null);
    const outputOf = (then: readonly string[]): unknown => {
      const values = then.map((value) => JSON.parse(value) as unknown);
      return table.outputs.length === 1 ? values[0] : Object.fromEntries(table.outputs.map((name, i) => [name, values[i]]));
    };
    const hits = rulesThatApply(compiled(table), facts, () => 0).map((i) => outputOf(table.rules[i]?.then ?? []));
    const found = ['RULE ORDER', 'COLLECT'].includes(table.hitPolicy) ? hits : hits[0];
    expect(hits.length || !table.default ? found : outputOf(table.default)).toEqual(expected);
  });
  it.each(tck.filter(namesInputs).map((table) => [table.decision, table] as const))('%s: a condition that names another input is refused', (_name, table) => {
    expect(() => compiled(table)).toThrow(UnaryTestFault);
  });
});

const literals = {
  string: fc.string({ maxLength: 4 }).map((text) => JSON.stringify(text.replace(/[^\x20-\x7e]/g, ''))),
  number: fc
    .oneof(
      fc.integer({ min: -20, max: 20 }),
      fc.integer({ min: -80, max: 80 }).map((n) => n / 4),
    )
    .map(String),
  boolean: fc.boolean().map(String),
  date: fc.integer({ min: 0, max: 60 }).map((n) => `date("${new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10)}")`),
} satisfies Record<FactType, fc.Arbitrary<string>>;
const values: Record<FactType, fc.Arbitrary<FactValue>> = {
  string: literals.string.map((text) => JSON.parse(text) as string),
  number: literals.number.map(Number),
  boolean: fc.boolean(),
  date: literals.date.map((text) => text.slice(6, 16)),
};
const bare = (literal: string): string | number =>
  /^[-\d]/.test(literal) ? Number(literal) : literal.startsWith('"') ? (JSON.parse(literal) as string) : literal;
const inOrder = (one: string, other: string): string[] => (bare(one) <= bare(other) ? [one, other] : [other, one]);
const orders = ['<', '<=', '>', '>='];

function conditions(type: FactType): fc.Arbitrary<string> {
  const literal: fc.Arbitrary<string> = literals[type];
  const ordered =
    type === 'boolean'
      ? []
      : [
          fc.tuple(fc.constantFrom(...orders), literal).map(([order, bound]) => `${order} ${bound}`),
          fc
            .tuple(fc.constantFrom('[', '(', ']'), literal, literal, fc.constantFrom(']', ')', '['))
            .map(([a, one, other, b]) => `${a}${inOrder(one, other).join('..')}${b}`),
        ];
  const onText =
    type === 'string' ? [fc.tuple(fc.constantFrom('starts with', 'ends with', 'contains'), literal).map(([name, part]) => `${name}(?, ${part})`)] : [];
  const one = fc.oneof(literal, ...ordered, ...onText);
  const list = fc.array(one, { minLength: 1, maxLength: 4 }).map((tests) => tests.join(', '));
  return fc.oneof(
    list,
    list.map((tests) => `not(${tests})`),
    fc.constant('-'),
    fc.constant('null'),
  );
}

describe.each(Object.keys(literals) as FactType[])('conditions on a %s', (type) => {
  it('are met as the interpreter of another project says', () => {
    fc.assert(
      // Missing values are tested below, because the other interpreter differs from the standard there.
      fc.property(conditions(type), values[type], (condition, value) => {
        const context = { '?': type === 'date' && typeof value === 'string' ? date(value) : value };
        expect([condition, value, compileUnaryTest(condition, type)(value) === true]).toEqual([condition, value, unaryTest(condition, context).value === true]);
      }),
      { numRuns: 500 },
    );
  });
});

it.each([
  ['', 'number'],
  ['"CN', 'string'],
  ['1 +', 'number'],
  ['abc', 'string'],
  ['? > 5', 'number'],
  ['"a" or "b"', 'string'],
  ['matches(?, "(a+)+$")', 'string'],
  ['if true then 1 else 2', 'number'],
  ['for x in 1..1000000000 return x', 'number'],
  ['"a"', 'number'],
  ['5', 'string'],
  ['< true', 'boolean'],
  ['date("2026-02-30")', 'date'],
  ['"2026-02-03"', 'date'],
  ['contains(?, "a", "b")', 'string'],
  ['contains("a", ?)', 'string'],
  ['[5..1]', 'number'],
  [`"${'x'.repeat(4_000)}"`, 'string'],
] as [string, FactType][])('%s is refused as a condition on a %s', (condition, type) =>
  expect(() => compileUnaryTest(condition, type)).toThrow(UnaryTestFault),
);

it.each([
  ['not([1..5])', 'number', null],
  ['not(< 5)', 'number', null],
  ['[1..5]', 'number', null],
  ['not("AU")', 'string', true],
  ['null', 'string', true],
  ['not(null)', 'string', false],
  ['-', 'string', true],
] as [string, FactType, boolean | null][])('%s on a %s that is missing is %s', (condition, type, truth) =>
  expect(compileUnaryTest(condition, type)(null)).toBe(truth),
);

it('names what is wrong in both languages', () => {
  const words = (): unknown => {
    try {
      return compileUnaryTest('5', 'string');
    } catch (error) {
      return (error as UnaryTestFault).words;
    }
  };
  expect(words()).toEqual({ en: '5: this input takes a text in quotation marks', pt: '5: esta entrada aceita um texto entre aspas' });
});
