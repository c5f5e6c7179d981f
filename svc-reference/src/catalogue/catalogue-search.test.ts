import type { CatalogueRecord, SearchCriterion } from '@portal/contract-kit';
import fc from 'fast-check';
import { readQuery, searchRecords } from './catalogue-search.ts';
import type { CatalogueDefinition } from './definitions.ts';
import { flag, integer, text } from './field-kinds.ts';

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
  fc.record({ operation: fc.constant('EQ'), fieldName: fc.constant('open'), values: fc.tuple(fc.boolean()) }),
  fc.record({ operation: fc.constant('ANY'), fieldName: fc.constantFrom('name', 'rank'), values: fc.constant([]) }),
) as fc.Arbitrary<SearchCriterion>;

/** A simple reference implementation of the contract's rules. */
function meets(record: CatalogueRecord, { operation, fieldName, values }: SearchCriterion): boolean {
  const value = record[fieldName];
  if (operation === 'ANY') return true;
  if (operation === 'NEQ') return value !== values[0];
  if (value === undefined) return false;
  if (operation === 'EQ') return value === values[0];
  if (operation === 'IN') return values.includes(value as string);
  return String(value).toLowerCase().includes(String(values[0]).toLowerCase());
}

describe('a search on a catalogue', () => {
  it('gives exactly the records that meet every criterion, in order and page by page', () => {
    fc.assert(
      fc.property(someRecords, fc.array(someCriterion, { maxLength: 3 }), fc.integer({ min: 1, max: 7 }), (records, criteria, size) => {
        const expected = records.filter((r) => r.retired !== true && criteria.every((c) => meets(r, c)));
        const seen: CatalogueRecord[] = [];
        for (let page = 1; page <= Math.ceil(expected.length / size) + 1; page++) {
          const answer = searchRecords(records, readQuery(JSON.stringify({ criteria, paging: { page, size } }), definition));
          expect(answer.totalRecords).toBe(expected.length);
          expect(answer.records.length).toBeLessThanOrEqual(size);
          seen.push(...answer.records);
        }
        expect(seen).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('never fails with anything but a coded refusal, whatever is sent', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.jsonValue().map((v) => JSON.stringify({ criteria: [v], paging: v, viewColumns: v })),
        ),
        (q) => {
          try {
            searchRecords([], readQuery(q, definition));
          } catch (error) {
            expect((error as { status?: number }).status).toBe(400);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('limits the fields to the columns asked for, code and name always among them', () => {
    const { records } = searchRecords([{ code: 'A', name: 'a', kind: 'k', rank: 1 }], readQuery(JSON.stringify({ viewColumns: ['kind'] }), definition));
    expect(records).toEqual([{ code: 'A', name: 'a', kind: 'k' }]);
  });
});
