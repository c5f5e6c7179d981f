/** Values that attackers and faulty programs send. */
import fc from 'fast-check';
import type { Plain } from '../caller.ts';

export const sqlPayloads = [`' OR '1'='1`, `Robert'); DROP TABLE documents;--`, '1; SELECT SLEEP(20)', `\\'; --`, 'x%_[]^!', '" OR ""="'] as const;
export const formulaPayloads = ['=HYPERLINK("http://evil.test","x")', '+1+1', '-2+3', '@SUM(1+1)', '=cmd|calc!A1', '\t=1+1', '＝1+1'] as const;
export const scriptPayloads = ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', 'javascript:alert(1)'] as const;
export const textPayloads = [
  ...sqlPayloads,
  ...formulaPayloads,
  ...scriptPayloads,
  'a\r\nSet-Cookie: x=1',
  'a\u0000b',
  'half \ud83d of one',
  '\ufeff\u202eabc\u2066',
  'é\u0301ﬃ',
  '𝒳'.repeat(40),
  '__proto__',
  'constructor',
  '../../../../etc/passwd',
  'x'.repeat(3_000),
  '',
  ' ',
  'null',
] as const;

export const ids = [
  '0198c5a0-71d2-7f10-8a3b-5c0e9d70c001',
  '00000000-0000-0000-0000-000000000000',
  'undefined',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '-1',
  '1e309',
  '%00',
  '%0d%0aSet-Cookie:%20x=1',
  '%ff%fe',
  '%',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '..%2f..%2f..%2fpackage.json',
  '..%5c..%5cpackage.json',
  '%252e%252e%252f',
  "'%20OR%20'1'='1",
  '%F0%9F%98%80',
  '*',
  '$where',
  'x'.repeat(1_500),
  'x'.repeat(2_500),
];

/** Returns a query parameter, encoded for an address. */
const search = (criteria: unknown, more: Plain = {}): string => encodeURIComponent(JSON.stringify({ criteria, ...more }));
const criterion = (fieldName: unknown, operation: unknown = 'EQ', values: unknown = ['x'], dataType: unknown = 'TEXT') => ({
  expressionType: 'SearchCriterion',
  operation,
  dataType,
  fieldName,
  values,
});
export const queries = [
  '',
  '{}',
  'null',
  '[]',
  '%7B',
  '%ff',
  '%22x%22',
  encodeURIComponent('['.repeat(2_000)),
  encodeURIComponent('{"a":'.repeat(800)),
  search('x'),
  search([null]),
  search([criterion('__proto__')]),
  search([criterion('constructor')]),
  search([criterion({ $gt: '' })]),
  search([criterion('documentStatus', 'DROP')]),
  search([criterion('documentStatus', 'EQ', [{}])]),
  search([criterion('documentStatus', 'IN', Array(500).fill('x'))]),
  search([criterion('documentStatus', 'CONTAINS', ['%'])]),
  search([criterion('documentStatus', 'CONTAINS', ['\u0000'])]),
  search([criterion('documentStatus', 'EQ', ['\ud800'])]),
  search([criterion('documentStatus', 'EQ', ["'; DROP TABLE x;--"])]),
  search([criterion('documentStatus) or (1=1', 'EQ')]),
  search([criterion('birthDate', 'EQ', ['0000-00-00'], 'DATE')]),
  search([criterion('documentStatus')], { paging: { page: -1, size: 1e9 } }),
  search([], { paging: { page: 1_000_000, size: 200 } }),
  search([], { paging: 'x' }),
  search([], { viewColumns: ['__proto__.polluted', 'constructor.prototype', 'serialReference.reference.length', ''] }),
  search([], { viewColumns: Array(400).fill('a.b.c.d') }),
] as const;

/** Any text, including unpaired surrogates. Created once, because fast-check takes 20 ms to prepare each such arbitrary. */
export const anyText = fc.string({ unit: 'binary' });
const shortText = fc.string({ unit: 'binary', maxLength: 60 });

const proto = (): unknown => JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
const deep = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);

export const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53 + 2,
  [],
  {},
  [[]],
  [null, 1, 'x', {}],
  { length: 5 },
  { toString: 'x', valueOf: null },
  proto(),
  deep(40),
  '0000-00-00',
  '2026-02-30',
  '9999-12-31T99:99:99',
  '+275760-09-13',
  '٣',
  '1e5',
  ...textPayloads,
];

/** Returns the places of a body at which a value can be replaced. */
function places(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (value === null || typeof value !== 'object') return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => places(inner, [...path, Array.isArray(value) ? Number(key) : key]))];
}

function withValue(body: unknown, path: (string | number)[], change: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return change;
  // An earlier change may have replaced the parent.
  if (body === null || typeof body !== 'object') return body;
  const copy = (Array.isArray(body) ? [...body] : { ...body }) as Record<string | number, unknown>;
  const value = rest.length ? withValue(copy[key], rest, change) : change;
  if (value === undefined) delete copy[key];
  else Object.defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true });
  return copy;
}

/** Generates the body with up to three changes: a replaced value, a removed value, or an unknown field. */
export function mutated(body: unknown): fc.Arbitrary<unknown> {
  const all = places(body);
  const change = fc.record({
    path: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...all) },
      { weight: 1, arbitrary: fc.constantFrom<(string | number)[]>(['__proto__'], ['constructor'], ['unknownField'], ['id'], ['version'], ['documentStatus']) },
    ),
    value: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...values) },
      { weight: 1, arbitrary: fc.constant(undefined) },
      { weight: 2, arbitrary: shortText },
      { weight: 1, arbitrary: fc.jsonValue() },
    ),
  });
  return fc.array(change, { minLength: 0, maxLength: 3 }).map((changes) => changes.reduce((made, { path, value }) => withValue(made, path, value), body));
}

/** Bytes that are not valid JSON, or JSON that no form sends. */
export const rawBodies: readonly Buffer[] = [
  '',
  '{',
  '[]',
  'null',
  '"text"',
  '123',
  '{"version":1,"version":2}',
  '\ufeff{}',
  "{'a':1}",
  '{"a":1}{"b":2}',
  '{"__proto__":{"polluted":true}}',
  '{"version":1e400}',
  `{"a":"${'\\ud800'.repeat(50)}"}`,
  '['.repeat(10_000) + ']'.repeat(10_000),
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  `{"a":"\\ud800","b":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
  '['.repeat(100_000),
]
  .map((text) => Buffer.from(text))
  .concat([
    Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc3, 0x28, 0x22, 0x7d]),
    Buffer.alloc(64),
  ]);

export const mediaTypes = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'text/csv',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'application/xml',
  'application/merge-patch+json',
  '*/*',
  'x',
] as const;
