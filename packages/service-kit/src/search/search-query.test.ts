import fc from 'fast-check';
import { ProblemError } from '../http/problems.ts';
import { csvCell } from './csv.ts';
import { parseSearch, pickColumns } from './search-query.ts';

const fields = { name: { type: 'TEXT' as const }, count: { type: 'INTEGER' as const }, birthDate: { type: 'DATE' as const, operations: ['EQ' as const] } };
const criterion = (fieldName: string, operation: string, values: unknown, dataType?: string) =>
  JSON.stringify({ criteria: [{ expressionType: 'SearchCriterion', fieldName, operation, values, dataType }] });
const code = (q: string): string => {
  try {
    parseSearch(q, fields);
    return 'ok';
  } catch (error) {
    return error instanceof ProblemError ? `${error.status} ${error.errors[0]?.code} ${error.errors[0]?.field}` : 'crash';
  }
};

describe('the search query', () => {
  it.each([
    ['{', '400 BAD_REQUEST q'],
    ['[]', '400 BAD_REQUEST q'],
    ['{"criteria":{}}', '400 BAD_REQUEST criteria'],
    [criterion('secret', 'EQ', ['x']), '400 UNKNOWN_FIELD secret'],
    [criterion('__proto__', 'EQ', ['x']), '400 UNKNOWN_FIELD __proto__'],
    [criterion('name', 'LIKE', ['x']), '400 UNKNOWN_FIELD name'],
    [criterion('birthDate', 'CONTAINS', ['2020']), '400 UNKNOWN_FIELD birthDate'],
    [criterion('count', 'EQ', ['many']), '400 BAD_VALUE count'],
    [criterion('count', 'EQ', [1], 'TEXT'), '400 BAD_VALUE count'],
    [criterion('birthDate', 'EQ', ['yesterday']), '400 BAD_VALUE birthDate'],
    [criterion('birthDate', 'EQ', ['2026-03-27T24:00:00']), '400 BAD_VALUE birthDate'],
    [criterion('name', 'EQ', []), '400 BAD_VALUE name'],
    [criterion('name', 'IN', ['a', 'b']), 'ok'],
    [criterion('name', 'ANY', []), 'ok'],
    ['{"paging":{"page":0}}', '400 BAD_VALUE paging.page'],
    ['{"paging":{"size":201}}', '400 BAD_VALUE paging.size'],
    ['', 'ok'],
  ])('%s gives %s', (q, expected) => expect(code(q)).toBe(expected));

  it('counts pages from 1 and gives 25 rows unless told', () =>
    expect(parseSearch(undefined, fields)).toEqual({ criteria: [], paging: { page: 1, size: 25 } }));

  it('accepts or refuses any JSON with a coded error, and never crashes', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => expect(code(JSON.stringify(value))).not.toBe('crash')));
    fc.assert(
      fc.property(fc.constantFrom('name', 'count', 'birthDate'), fc.constantFrom('EQ', 'NEQ', 'IN', 'CONTAINS', 'ANY'), fc.array(fc.jsonValue()), (f, o, v) =>
        expect(code(criterion(f, o, v))).not.toBe('crash'),
      ),
    );
  });

  it('picks columns by path and keeps the id', () => expect(pickColumns({ id: '1', a: { b: 2, c: 3 }, d: 4 }, ['a.b'])).toEqual({ id: '1', a: { b: 2 } }));
});

describe('a CSV cell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+67', "'+67"],
    ['-1', "'-1"],
    ['@x', "'@x"],
    ['\tx', "'\tx"],
    ['a"b', '"a""b"'],
    ['a,b', '"a,b"'],
    [null, ''],
    [-5, '-5'],
  ])('%j is written %s', (value, cell) => expect(csvCell(value)).toBe(cell));
});
