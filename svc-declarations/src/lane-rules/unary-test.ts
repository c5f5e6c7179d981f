/**
 * Conditions of lane rules: FEEL unary tests (DMN 1.5, chapter 10), as in the cells of a decision table. A library parses them. Each condition is compiled once
 * to a function, because an interpreter would need more time for one condition than a thousand rules may take together.
 *
 * Supported: literals of the input's type, `null`, comparisons (`< 5`), intervals (`[1..5)`), lists of these (`"CN", "ID"`), `not(…)`, `-`, and on texts
 * `starts with(?, "SQ")`, `ends with(?, …)`, `contains(?, …)`. Everything else is refused when the table is written.
 */
import { type Bilingual, dayOf, L } from '@portal/contract-kit';
import { parser, trackVariables } from 'lezer-feel';
import type { FactType, FactValue } from '../../contract/index.ts';

/** The result of a condition. Null means unknown, which counts as not met. */
type Truth = boolean | null;
export type UnaryTest = (value: FactValue) => Truth;

/** Maximum length of a condition in characters. A condition may list some hundreds of codes. */
export const longestTest = 4_000;

/** The error for a text that is not a unary test, or not a supported one. */
export class UnaryTestFault extends Error {
  constructor(readonly words: Bilingual) {
    super(words.en);
  }
}

const unaryTests = parser.configure({ top: 'UnaryTests', contextTracker: trackVariables({}) });
type Node = ReturnType<typeof unaryTests.parse>['topNode'];

const fault = (en: string, pt: string): UnaryTestFault => new UnaryTestFault(L(en, pt));
const childrenOf = (node: Node): Node[] => {
  const found: Node[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) found.push(child);
  return found;
};

const or = (a: Truth, b: Truth): Truth => (a === true || b === true ? true : a === null || b === null ? null : false);
const typeNames: Record<FactType, Bilingual> = {
  string: L('a text in quotation marks', 'um texto entre aspas'),
  number: L('a number', 'um número'),
  boolean: L('true or false', 'true ou false'),
  date: L('a date such as date("2026-03-27")', 'uma data como date("2026-03-27")'),
};

/** Compiles a condition on values of a type. @throws UnaryTestFault */
export function compileUnaryTest(text: string, type: FactType): UnaryTest {
  if (text.length > longestTest) throw fault(`At most ${longestTest} characters`, `No máximo ${longestTest} caracteres`);
  const tree = unaryTests.parse(text);
  const cursor = tree.cursor();
  do if (cursor.type.isError) throw notFeel();
  while (cursor.next());
  const source = (node: Node): string => text.slice(node.from, node.to);

  const literal = (node: Node): Exclude<FactValue, null> => {
    const written = source(node);
    const found: [FactType, Exclude<FactValue, null>] | undefined =
      node.name === 'StringLiteral'
        ? ['string', textOf(written)]
        : node.name === 'NumericLiteral'
          ? ['number', Number(written.replace(/\s/g, ''))]
          : node.name === 'BooleanLiteral'
            ? ['boolean', written === 'true']
            : node.name === 'DateTimeLiteral'
              ? ['date', dayIn(written)]
              : undefined;
    if (!found) throw notSupported(written);
    if (found[0] !== type) throw fault(`${written}: this input takes ${typeNames[type].en}`, `${written}: esta entrada aceita ${typeNames[type].pt}`);
    return found[1];
  };
  const ordered = (node: Node): Exclude<FactValue, null> => {
    if (type === 'boolean') throw notSupported(source(node));
    return literal(node);
  };
  const positive = (node: Node): UnaryTest => {
    const [first, second] = childrenOf(node);
    if (!first) throw notFeel();
    if (node.name === 'PositiveUnaryTest') return first.name === 'null' ? (value) => value === null : positive(first);
    if (node.name === 'SimplePositiveUnaryTest' && first.name === 'CompareOp' && second) return comparison(source(first), ordered(second));
    if (node.name === 'SimplePositiveUnaryTest' && first.name === 'Interval') return interval(childrenOf(first));
    if (node.name === 'FunctionInvocation') return onText(node);
    if (node.name === 'VariableName' && type === 'string')
      throw fault(`${source(node)}: put texts in quotation marks, "${source(node)}"`, `${source(node)}: escreva os textos entre aspas, "${source(node)}"`);
    throw notSupported(source(node));
  };
  const equal = (node: Node): UnaryTest => {
    const wanted = literal(node);
    return (value) => value === wanted;
  };
  const one = (node: Node): UnaryTest => {
    const [only] = childrenOf(node);
    return only && /Literal$/.test(only.name) ? equal(only) : positive(node);
  };
  const interval = (parts: readonly Node[]): UnaryTest => {
    const [open, low, , high, close] = parts;
    if (!open || !low || !high || !close) throw notFeel();
    if (ordered(low) > ordered(high)) throw fault('The interval ends before it begins', 'O intervalo termina antes de começar');
    const from = comparison(open.name === '[' ? '>=' : '>', ordered(low));
    const to = comparison(close.name === ']' ? '<=' : '<', ordered(high));
    return (value) => (value === null ? null : (from(value) as boolean) && to(value));
  };
  const onText = (node: Node): UnaryTest => {
    const called = /^(starts with|ends with|contains)\s*\(\s*\?\s*,/.exec(source(node).replace(/\s+/g, ' '))?.[1];
    const parameters = childrenOf(node).find(({ name }) => name === 'PositionalParameters');
    const [asked, part, more] = parameters ? childrenOf(parameters) : [];
    if (!called || type !== 'string' || asked?.name !== '?' || part?.name !== 'StringLiteral' || more) throw notSupported(source(node));
    const wanted = literal(part) as string;
    if (called === 'contains') return (value) => (value === null ? null : (value as string).includes(wanted));
    return called === 'starts with'
      ? (value) => (value === null ? null : (value as string).startsWith(wanted))
      : (value) => (value === null ? null : (value as string).endsWith(wanted));
  };
  const anyOf = (node: Node): UnaryTest => {
    const cells = childrenOf(node);
    // Literals go into a set, so that a long list of codes needs only one lookup.
    const plain = cells.map((cell) => childrenOf(cell)[0]).filter((only) => only && /Literal$/.test(only.name)) as Node[];
    const wanted = new Set(plain.map(literal));
    const tests = cells.filter((cell) => !/Literal$/.test(childrenOf(cell)[0]?.name ?? '')).map(one);
    const [single] = wanted;
    const listed: UnaryTest = wanted.size === 1 ? (value) => value === single : (value) => wanted.has(value as never);
    const [only] = tests;
    if (!only) return listed;
    if (tests.length === 1 && wanted.size === 0) return only;
    return (value) => {
      let met = listed(value);
      for (const test of tests) met = or(met, test(value));
      return met;
    };
  };

  const parts = childrenOf(tree.topNode);
  if (parts[0]?.name === 'Wildcard') return () => true;
  const tests = parts.find(({ name }) => name === 'PositiveUnaryTests');
  if (!tests) throw notFeel();
  const met = anyOf(tests);
  if (parts[0]?.name !== 'not') return met;
  return (value) => {
    const truth = met(value);
    return truth === null ? null : !truth;
  };
}

const notFeel = (): UnaryTestFault =>
  fault(
    'This is no condition. Examples: "CN", "ID" · >= 10000 · [18..30) · not("AU") · -',
    'Isto não é uma condição. Exemplos: "CN", "ID" · >= 10000 · [18..30) · not("AU") · -',
  );
const notSupported = (written: string): UnaryTestFault =>
  fault(`${written.slice(0, 100)}: not supported here`, `${written.slice(0, 100)}: não é suportado aqui`);

/** Returns a comparison with a bound. Texts and days are compared as strings, which for days is chronological order. */
function comparison(operator: string, bound: Exclude<FactValue, null>): UnaryTest {
  switch (operator) {
    case '<':
      return (value) => (value === null ? null : value < bound);
    case '<=':
      return (value) => (value === null ? null : value <= bound);
    case '>':
      return (value) => (value === null ? null : value > bound);
    case '>=':
      return (value) => (value === null ? null : value >= bound);
    default:
      throw notSupported(operator);
  }
}

/** Returns the text of a string literal. FEEL uses the same escapes as JSON. */
function textOf(literal: string): string {
  try {
    return JSON.parse(literal) as string;
  } catch {
    throw notFeel();
  }
}

/** Returns the day of `date("2026-03-27")` or `@"2026-03-27"`. */
function dayIn(literal: string): string {
  const day = /^(?:date\s*\(\s*|@)"(\d{4}-\d{2}-\d{2})"\s*\)?$/.exec(literal)?.[1];
  if (!day || Number.isNaN(Date.parse(day)) || dayOf(new Date(day)) !== day) throw fault(`${literal} is no date`, `${literal} não é uma data`);
  return day;
}
