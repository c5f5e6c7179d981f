import { searchOperations } from '@portal/contract-kit';
import fc from 'fast-check';
import { ProblemError } from '../http/problems.ts';
import { csvCell, csvTextOf } from './csv.ts';
import { describeFields, parseSearch, pickColumns, timeField } from './search-query.ts';

const today = '2026-03-27';
const fields = {
  name: { type: 'TEXT' as const, sortable: true },
  count: { type: 'INTEGER' as const, sortable: true },
  birthDate: { type: 'DATE' as const, operations: ['EQ' as const] },
  due: { type: 'DATE' as const },
};
const criterion = (fieldName: string, operation: string, values: unknown, dataType?: string) =>
  JSON.stringify({ criteria: [{ expressionType: 'SearchCriterion', fieldName, operation, values, dataType }] });
const code = (q: string): string => {
  try {
    parseSearch(q, fields, today);
    return 'ok';
  } catch (error) {
    if (!(error instanceof ProblemError)) return 'crash';
    const [en, pt] = ['en', 'pt'].map((language) => error.toProblem(undefined, language).errors[0]?.message);
    return en === pt ? `only in one language: ${en}` : `${error.status} ${error.errors[0]?.code} ${error.errors[0]?.field}`;
  }
};

// Every operation of the contract, on a field of each type and on one field that allows fewer operations.
const operations = ['EQ', 'NEQ', 'IN', 'CONTAINS', 'ANY', 'GTE', 'LTE', 'BETWEEN', 'EMPTY'];
const taken: Record<keyof typeof fields, string[]> = {
  name: operations,
  count: ['EQ', 'NEQ', 'IN', 'ANY', 'GTE', 'LTE', 'BETWEEN', 'EMPTY'],
  due: ['EQ', 'NEQ', 'IN', 'ANY', 'GTE', 'LTE', 'BETWEEN', 'EMPTY'],
  birthDate: ['EQ', 'ANY'],
};
const sample = { TEXT: 'a', INTEGER: 7, DATE: '2026-03-27' };
const given = (operation: string, value: unknown): unknown[] =>
  operation === 'BETWEEN' ? [value, value] : operation === 'ANY' || operation === 'EMPTY' ? [] : [value];
const everyOperation = Object.entries(taken).flatMap(([name, list]) =>
  operations.map((operation): [string, string] => [
    criterion(name, operation, given(operation, sample[fields[name as keyof typeof fields].type])),
    list.includes(operation) ? 'ok' : `400 UNKNOWN_FIELD ${name}`,
  ]),
);

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
    [criterion('name', 'GTE', ['a', 'b']), '400 BAD_VALUE name'],
    [criterion('name', 'BETWEEN', ['a']), '400 BAD_VALUE name'],
    [criterion('name', 'BETWEEN', ['a', 'b', 'c']), '400 BAD_VALUE name'],
    [criterion('name', 'BETWEEN', ['a', 'b']), 'ok'],
    [criterion('name', 'EMPTY', undefined), 'ok'],
    [criterion('count', 'CONTAINS', [1]), '400 UNKNOWN_FIELD count'],
    [criterion('count', 'BETWEEN', [1, '3']), 'ok'],
    [criterion('count', 'BETWEEN', [1, 'many']), '400 BAD_VALUE count'],
    [criterion('due', 'CONTAINS', ['2026']), '400 UNKNOWN_FIELD due'],
    [criterion('due', 'EQ', ['TODAY']), 'ok'],
    [criterion('due', 'BETWEEN', ['TODAY-7', 'TODAY+30']), 'ok'],
    [criterion('due', 'EQ', ['today']), '400 BAD_VALUE due'],
    [criterion('due', 'EQ', ['TODAY+']), '400 BAD_VALUE due'],
    [criterion('due', 'EQ', ['TODAY-99999']), '400 BAD_VALUE due'],
    [criterion('due', 'EQ', ['TODAY+1h']), '400 BAD_VALUE due'],
    [criterion('name', 'IN', Array(201).fill('a')), '400 BAD_VALUE name'],
    [JSON.stringify({ criteria: [{ fieldName: 'name', operation: { toString: 1, valueOf: 1 }, values: ['a'] }] }), '400 UNKNOWN_FIELD name'],
    ['{"sorting":"name"}', '400 BAD_REQUEST sorting'],
    ['{"sorting":null}', '400 BAD_REQUEST sorting'],
    ['{"sorting":{"fieldName":"name","direction":"ASC"}}', '400 BAD_REQUEST sorting'],
    ['{"sorting":["name"]}', '400 BAD_REQUEST sorting[0]'],
    ['{"sorting":[{"direction":"ASC"}]}', '400 BAD_REQUEST sorting[0].fieldName'],
    ['{"sorting":[{"fieldName":"name","direction":"UP"}]}', '400 BAD_REQUEST sorting[0].direction'],
    ['{"sorting":[{"fieldName":"name"}]}', '400 BAD_REQUEST sorting[0].direction'],
    ['{"sorting":[{"fieldName":"name","direction":"ASC"},{"fieldName":"count","direction":"asc"}]}', '400 BAD_REQUEST sorting[1].direction'],
    ['{"sorting":[{"fieldName":"secret","direction":"ASC"}]}', '400 UNKNOWN_FIELD secret'],
    ['{"sorting":[{"fieldName":"toString","direction":"ASC"}]}', '400 UNKNOWN_FIELD toString'],
    ['{"sorting":[{"fieldName":"due","direction":"ASC"}]}', '400 UNKNOWN_FIELD due'],
    [JSON.stringify({ sorting: Array(4).fill({ fieldName: 'name', direction: 'ASC' }) }), '400 BAD_REQUEST sorting'],
    ['{"sorting":[]}', 'ok'],
    ['{"sorting":[{"fieldName":"name","direction":"DESC"},{"fieldName":"count","direction":"ASC"}]}', 'ok'],
    [`{"criteria":${'['.repeat(200)}${']'.repeat(200)}}`, '400 BAD_REQUEST q'],
    ['{"viewColumns":"name"}', '400 BAD_REQUEST viewColumns'],
    ['{"viewColumns":[1]}', '400 BAD_REQUEST viewColumns'],
    ['{"paging":[]}', '400 BAD_REQUEST paging'],
    ['{"paging":{"page":0}}', '400 BAD_VALUE paging.page'],
    ['{"paging":{"size":201}}', '400 BAD_VALUE paging.size'],
    ['', 'ok'],
    ...everyOperation,
  ])('%s gives %s', (q, expected) => expect(code(q)).toBe(expected));

  it('tells of each field which operations it takes, and whether it sorts', () => {
    const told = describeFields(fields).records;
    expect(Object.fromEntries(told.map(({ fieldName, operations: list }) => [fieldName, [...list].sort()]))).toEqual(
      Object.fromEntries(Object.entries(taken).map(([name, list]) => [name, [...list].sort()])),
    );
    expect(told.filter(({ sortable }) => sortable).map(({ fieldName }) => fieldName)).toEqual(['name', 'count']);
  });

  it('counts pages from 1 and gives 25 rows by default', () =>
    expect(parseSearch(undefined, fields, today)).toEqual({ criteria: [], paging: { page: 1, size: 25 } }));

  it.each([
    ['TODAY', '2026-03-27'],
    ['TODAY-27', '2026-02-28'],
    ['TODAY+5', '2026-04-01'],
    // A plus sign in a URL that is not encoded arrives as a blank.
    ['TODAY 5', '2026-04-01'],
    ['2026-03-27T10:00:00', '2026-03-27'],
  ])('reads the day %s as %s', (value, day) => expect(parseSearch(criterion('due', 'EQ', [value]), fields, today).criteria[0]?.values).toEqual([day]));

  it('keeps the time of day where the field has times', () =>
    expect(parseSearch(criterion('made', 'GTE', ['2026-03-27T10:00:00']), { made: timeField('createdAt') }, today).criteria[0]?.values).toEqual([
      '2026-03-27T10:00:00',
    ]));

  it('accepts or refuses any JSON with a coded error, and never crashes', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => expect(code(JSON.stringify(value))).not.toBe('crash')));
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(code(JSON.stringify({ sorting: value }))).not.toBe('crash');
        expect(code(JSON.stringify({ sorting: [{ fieldName: 'name', direction: value }, value] }))).not.toBe('crash');
      }),
    );
    fc.assert(
      fc.property(fc.constantFrom('name', 'count', 'birthDate', 'due'), fc.constantFrom(...searchOperations), fc.array(fc.jsonValue()), (f, o, v) =>
        expect(code(criterion(f, o, v))).not.toBe('crash'),
      ),
    );
  });

  it.each<[number, number, string]>([
    [100, 100, 'ok'],
    [101, 1, '400 BAD_REQUEST viewColumns'],
    [10_000, 1, '400 BAD_REQUEST viewColumns'],
    [1, 101, '400 BAD_REQUEST viewColumns'],
  ])('with %i columns whose names have %i characters gives %s', (count, length, expected) =>
    expect(code(JSON.stringify({ viewColumns: Array(count).fill('a'.repeat(length)) }))).toBe(expected),
  );

  it('splits the names of the columns once, however many rows there are', () => {
    const columns = ['a.b', 'd'];
    const split = jest.spyOn(String.prototype, 'split');
    const rows = Array.from({ length: 200 }, () => pickColumns({ id: '1', a: { b: 2, c: 3 }, d: 4 }, columns));
    const times = split.mock.calls.length;
    split.mockRestore();
    expect([new Set(rows.map((row) => JSON.stringify(row))), times]).toEqual([new Set(['{"id":"1","a":{"b":2},"d":4}']), 3]);
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
    ['2026-05-04', '2026-05-04'],
    ['A;=1+1;B', `"A;'=1+1;B"`],
    ['A;\t" =1+1', `"A;\t"" '=1+1"`],
    ['A, -1', `"A, '-1"`],
    ['A\n@x\r\n＝1', `"A\n'@x\r\n'＝1"`],
    ['\t=1', "'\t'=1"],
    ['A = B - C; D-E', '"A = B - C; D-E"'],
    [['A;=1'], `"[""A;'=1""]"`],
  ])('%j is written %s', (value, cell) => expect(csvCell(value)).toBe(cell));

  // Where the list separator is a semicolon, spreadsheets split at semicolons and line breaks inside quoted texts too.
  const parts = fc.array(fc.constantFrom('=', '+', '-', '@', '＝', ';', ',', '\t', '\r', '\n', ' ', '"', "'", 'a', '1'), { maxLength: 12 });
  const text = parts.map((all) => all.join('')).filter((each) => !each.startsWith("'"));

  it('starts no formula, wherever a spreadsheet splits it', () =>
    fc.assert(
      fc.property(text, (each) => {
        const [first, ...others] = csvCell(each).split(/[;,\t\r\n]/);
        expect(first).not.toMatch(/^"?[=+\-@＝]/);
        for (const other of others) expect(other).not.toMatch(/^["\s]*[=+\-@＝]/);
      }),
    ));

  it('is read back as the same text', () => fc.assert(fc.property(text, (each) => expect(csvTextOf(unquoted(csvCell(each)))).toBe(each))));

  it('is written and read in a time that grows with its length only', () => {
    const long = `a${'\n'.repeat(200_000)}a${';"'.repeat(200_000)}`;
    // The time of the process is measured, because it does not pass while a busy machine does something else.
    const began = process.cpuUsage();
    expect(csvTextOf(unquoted(csvCell(long)))).toBe(long);
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1_000).toBeLessThan(2_000);
  });
});

const unquoted = (cell: string): string => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
