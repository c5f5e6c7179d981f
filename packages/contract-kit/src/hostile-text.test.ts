/**
 * Validating hostile text must not take much longer than validating as much harmless text. Each kind of field is timed on 1 kB, 10 kB,
 * 100 kB and 1 MB: ten times the text may take ten times as long, plus some noise, but not a hundred times as with a quadratic rule.
 * The fastest of several tries counts, in CPU time, because calls wait for the processor on a busy machine.
 */
import {
  Choice,
  Code,
  type ContractClass,
  Day,
  Digits,
  Email,
  Flag,
  foldIdentifier,
  foldName,
  Identifier,
  Integer,
  ListOf,
  MustBeYes,
  Nested,
  Telephone,
  Text,
  textFault,
  validateContract,
} from './index.ts';

const fields: Record<string, PropertyDecorator> = {
  Text: Text({ max: 70 }),
  'Text in capitals': Text({ upper: true }),
  'Text of several lines': Text({ max: 2_000, lines: true }),
  Identifier: Identifier(),
  Email: Email(),
  Code: Code('countries'),
  Choice: Choice(['YES', 'NO']),
  MustBeYes: MustBeYes(),
  Integer: Integer(),
  Digits: Digits(),
  Telephone: Telephone(),
  Flag: Flag(),
  Day: Day(),
};

const repeated = (piece: string, size: number): string => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
const hostile: Record<string, (size: number) => string> = {
  letters: (n) => repeated('a', n),
  'dots after an at sign, and another at sign': (n) => `a@${repeated('.', n)}@`,
  'labels without an end': (n) => `a@${repeated('a.', n)}`,
  'at signs': (n) => repeated('@', n),
  'combining marks in turn': (n) => `a${repeated('\u0301\u0323', n)}`,
  'letters that compose': (n) => repeated('\u1100\u1161\u11a8', n),
  'ligatures that expand': (n) => repeated('\ufdfa', n),
  joiners: (n) => repeated('م\u200c', n),
  'joiners alone': (n) => repeated('\u200c', n),
  spaces: (n) => `${repeated(' ', n)}x`,
  'spaces inside': (n) => `x${repeated(' \t', n)}x`,
  'line breaks': (n) => `x${repeated('\r\n', n)}x`,
  digits: (n) => repeated('1', n),
  'digits of another script': (n) => repeated('٩', n),
  'digits and a letter': (n) => `${repeated('1', n)}x`,
  'dashes and brackets': (n) => `${repeated('(-', n)}x`,
  plusses: (n) => repeated('+', n),
  'a date that goes on': (n) => `2026-03-27T${repeated('0', n)}`,
  surrogates: (n) => repeated('\ud83d\ude00', n),
  'half surrogates': (n) => repeated('\ud83d', n),
};

const sizes = [1_000, 10_000, 100_000, 1_000_000];

/** CPU time that this process has used, in milliseconds. */
const used = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** Returns the time of the fastest of five tries, in milliseconds. */
function quickest(work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 5; i++) {
    const began = used();
    work();
    least = Math.min(least, used() - began);
  }
  return least;
}

/** The shortest time that counts as measured: the clock cannot tell shorter times apart. */
const floor = 0.5;
/** The limit for ten times the text: between ten times (linear) and a hundred times (quadratic). */
const most = 40;

/** Returns the first size that takes too long, without trying the next one, which would take minutes. */
function tooSlowAt(work: (text: string) => unknown, make: (size: number) => string): number | undefined {
  let before = Number.POSITIVE_INFINITY;
  for (const size of sizes) {
    const text = make(size);
    const took = quickest(() => work(text));
    if (took > most * Math.max(before, floor)) return size;
    before = took;
  }
  return undefined;
}

/** A rule that is really too slow is too slow in every round; a garbage collection during the measurement is not. */
const rounds = 3;

function expectLinear(work: (text: string) => unknown, make: (size: number) => string): void {
  const found: (number | undefined)[] = [];
  while (found.length < rounds && !found.includes(undefined)) found.push(tooSlowAt(work, make));
  expect(found.at(-1)).toBeUndefined();
}

const work: [string, (text: string) => unknown][] = [
  ...Object.entries(fields).map(([name, decorate]): [string, (text: string) => unknown] => {
    class Only {}
    decorate(Only.prototype, 'field');
    return [`the rules of ${name}`, (text) => validateContract(Only as ContractClass, { field: text }).errors];
  }),
  ...(['rows', 'object'] as const).map((kind): [string, (text: string) => unknown] => {
    class Row {}
    Text({ max: 36 })(Row.prototype, 'id');
    Text()(Row.prototype, 'text');
    class Only {}
    (kind === 'rows' ? ListOf(() => Row) : Nested(() => Row))(Only.prototype, 'field');
    const row = (text: string): object => ({ id: text, text });
    return [`the rules of ${kind}`, (text) => validateContract(Only as ContractClass, { field: kind === 'rows' ? [row(text), row(text)] : row(text) }).errors];
  }),
  ['foldIdentifier', foldIdentifier],
  ['foldName', foldName],
];

describe.each(work)('%s', (_name, run) => {
  it.each(Object.entries(hostile))('take linear time over %s', (_kind, make) => expectLinear(run, make));
});

it('the search for invisible characters takes linear time over any text', () => {
  for (const make of Object.values(hostile)) expectLinear((text) => textFault(text, { en: 'x', pt: 'x' }), make);
});
