import { type CatalogueRecord, foldName, type SearchCriterion } from '@portal/contract-kit';
import fc from 'fast-check';
import { describeCatalogue, readQuery, searchRecords } from './catalogue-search.ts';
import type { CatalogueDefinition } from './definitions.ts';
import { day, flag, integer, text } from './field-kinds.ts';

const today = '2026-03-27';
const definition: CatalogueDefinition = { fields: { kind: text(10), rank: integer(), open: flag() } };

const word = fc.constantFrom('a', 'B', 'ab', 'Ab', 'ção', 'x y', '%', '_');
const someRecords = fc.uniqueArray(
  fc.record({
    code: fc.string({ minLength: 1, maxLength: 4 }),
    name: word,
    kind: fc.option(word, { nil: undefined }),
    rank: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
    open: fc.boolean(),
    retired: fc.boolean(),
  }),
  { selector: (r) => r.code, maxLength: 30 },
) as fc.Arbitrary<CatalogueRecord[]>;
const someCriterion = fc.oneof(
  fc.record({ operation: fc.constantFrom('EQ', 'NEQ', 'CONTAINS'), fieldName: fc.constantFrom('code', 'name', 'kind'), values: fc.tuple(word) }),
  fc.record({ operation: fc.constant('IN'), fieldName: fc.constantFrom('name', 'kind'), values: fc.array(word, { minLength: 1, maxLength: 3 }) }),
  fc.record({ operation: fc.constantFrom('EQ', 'NEQ'), fieldName: fc.constant('rank'), values: fc.tuple(fc.integer({ min: 0, max: 3 })) }),
  fc.record({ operation: fc.constantFrom('GTE', 'LTE'), fieldName: fc.constant('rank'), values: fc.tuple(fc.integer({ min: 0, max: 3 })) }),
  fc.record({
    operation: fc.constant('BETWEEN'),
    fieldName: fc.constant('rank'),
    values: fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 })),
  }),
  fc.record({ operation: fc.constant('EMPTY'), fieldName: fc.constantFrom('kind', 'rank'), values: fc.constant([]) }),
  fc.record({ operation: fc.constant('EQ'), fieldName: fc.constant('open'), values: fc.tuple(fc.boolean()) }),
  fc.record({ operation: fc.constant('ANY'), fieldName: fc.constantFrom('name', 'rank'), values: fc.constant([]) }),
) as fc.Arbitrary<SearchCriterion>;

/** A simple reference implementation of the contract's rules. */
function meets(record: CatalogueRecord, { operation, fieldName, values: asked }: SearchCriterion): boolean {
  const plain = (v: unknown) =>
    fieldName === 'name'
      ? String(v)
          .normalize('NFD')
          .replace(/[\u0300-\u036f]/g, '')
          .toUpperCase()
      : v;
  const value = record[fieldName] === undefined ? undefined : plain(record[fieldName]);
  const values = asked.map(plain);
  if (operation === 'ANY') return true;
  if (operation === 'EMPTY') return value === undefined || value === '';
  if (operation === 'NEQ') return value !== values[0];
  if (value === undefined) return false;
  if (operation === 'EQ') return value === values[0];
  if (operation === 'IN') return values.includes(value as string);
  const [low, high] = values as [number, number];
  if (operation === 'GTE') return (value as number) >= low;
  if (operation === 'LTE') return (value as number) <= low;
  if (operation === 'BETWEEN') return (value as number) >= low && (value as number) <= high;
  return String(value).toLowerCase().includes(String(values[0]).toLowerCase());
}

describe('a search on a catalogue', () => {
  it('gives exactly the records that meet every criterion, in order and page by page', () => {
    fc.assert(
      fc.property(someRecords, fc.array(someCriterion, { maxLength: 3 }), fc.integer({ min: 1, max: 7 }), (records, criteria, size) => {
        const expected = records.filter((r) => r.retired !== true && criteria.every((c) => meets(r, c)));
        const seen: CatalogueRecord[] = [];
        for (let page = 1; page <= Math.ceil(expected.length / size) + 1; page++) {
          const answer = searchRecords(records, readQuery(JSON.stringify({ criteria, paging: { page, size } }), definition, today));
          expect(answer.totalRecords).toBe(expected.length);
          expect(answer.records.length).toBeLessThanOrEqual(size);
          seen.push(...answer.records);
        }
        expect(seen).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('sorts the whole list by any field, records without a value last, equal ones by code', () => {
    fc.assert(
      fc.property(someRecords, fc.constantFrom('name', 'kind', 'rank', 'code'), fc.constantFrom('ASC', 'DESC'), (records, fieldName, direction) => {
        const size = 4;
        const open = records.filter((r) => r.retired !== true);
        const seen: CatalogueRecord[] = [];
        for (let page = 1; page <= Math.ceil(open.length / size); page++)
          seen.push(
            ...searchRecords(records, readQuery(JSON.stringify({ sorting: [{ fieldName, direction }], paging: { page, size } }), definition, today)).records,
          );
        expect(seen.map(({ code }) => code).sort()).toEqual(open.map(({ code }) => code).sort());
        const sign = direction === 'ASC' ? 1 : -1;
        const keys = seen.map((r) => (typeof r[fieldName] === 'string' ? foldName(r[fieldName] as string) || undefined : (r[fieldName] as number | undefined)));
        for (const [i, key] of keys.entries()) {
          const before = keys[i - 1];
          if (i === 0 || before === key) expect(i === 0 || sign * ((seen[i - 1]?.code as string) < (seen[i]?.code as string) ? -1 : 1)).not.toBe(1);
          else expect(key === undefined || (before !== undefined && sign * (before < key ? -1 : 1) < 0)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('counts relative days from today', () => {
    const days: CatalogueDefinition = { fields: { since: day() } };
    const records = ['2026-03-20', '2026-03-26', '2026-03-27', '2026-04-26'].map((since) => ({ code: since, name: since, since }));
    const found = (operation: string, ...values: string[]) =>
      searchRecords(records, readQuery(JSON.stringify({ criteria: [{ fieldName: 'since', operation, values }] }), days, today)).records.map(({ code }) => code);
    expect(found('EQ', 'TODAY')).toEqual(['2026-03-27']);
    expect(found('BETWEEN', 'TODAY-7', 'TODAY-1')).toEqual(['2026-03-20', '2026-03-26']);
    expect(found('GTE', 'TODAY+30')).toEqual(['2026-04-26']);
  });

  it('lists the fields that a catalogue can be searched and sorted by', () => {
    const { records } = describeCatalogue(definition);
    expect(records.find(({ fieldName }) => fieldName === 'rank')).toEqual({
      fieldName: 'rank',
      dataType: 'INTEGER',
      operations: ['EQ', 'NEQ', 'IN', 'GTE', 'LTE', 'BETWEEN', 'EMPTY', 'ANY'],
      sortable: true,
    });
    expect(records.filter(({ sortable }) => !sortable).map(({ fieldName }) => fieldName)).toEqual(['search']);
  });

  it('refuses any invalid query with a code, and never fails otherwise', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.jsonValue().map((v) => JSON.stringify({ criteria: [v], paging: v, viewColumns: v })),
        ),
        (q) => {
          try {
            searchRecords([], readQuery(q, definition, today));
          } catch (error) {
            expect((error as { status?: number }).status).toBe(400);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('folds each name of a record once, however many criteria compare it', () => {
    const records = Array.from({ length: 20 }, (_, n) => ({ code: `R${n}`, name: `Repúblic ${n}`, names: { pt: `República ${n}` } }));
    const criteria = ['name', 'names.pt'].flatMap((fieldName) =>
      Array.from({ length: 25 }, (_, n) => ({ operation: 'NEQ', fieldName, values: [`other ${n}`] })),
    );
    const folded = jest.spyOn(String.prototype, 'normalize');
    const { totalRecords } = searchRecords(records, readQuery(JSON.stringify({ criteria }), definition, today));
    const names = folded.mock.contexts.map(String).filter((text) => /^rep\u00fa/i.test(text));
    folded.mockRestore();
    expect([totalRecords, new Set(names).size, names.length]).toEqual([20, 40, 40]);
  });

  it('tests a repeated criterion once', () => {
    const criterion = { operation: 'NEQ', fieldName: 'name', values: ['x'] };
    const query = readQuery(JSON.stringify({ criteria: [...Array(49).fill(criterion), { ...criterion, values: ['y'] }] }), definition, today);
    expect(query.criteria.map(({ values }) => values)).toEqual([['x'], ['y']]);
  });

  it('limits the fields to the requested columns, always with code and name', () => {
    const { records } = searchRecords([{ code: 'A', name: 'a', kind: 'k', rank: 1 }], readQuery(JSON.stringify({ viewColumns: ['kind'] }), definition, today));
    expect(records).toEqual([{ code: 'A', name: 'a', kind: 'k' }]);
  });
});
