import { BlindIndex, Clock, readDataKeys } from '@portal/service-kit';
import fc from 'fast-check';
import { type ArrivalDeclarationBody, hitPolicies, type LaneTableBody, laneOf } from '../../contract/index.ts';
import { anArrival } from '../testing/bodies.ts';
import { compileTable } from './lane-table.ts';
import { LanesInForce } from './lanes-in-force.ts';

const key = (id: string) => ({ id, key: Buffer.alloc(32, id).toString('base64url') });
// Deciding by given rules reads nothing: no database is needed.
const lanes = new LanesInForce(
  undefined as never,
  new Clock(),
  undefined as never,
  new BlindIndex(readDataKeys({ keys: [key('d1')], indexKeys: [key('i1')] } as never)),
);

const lane = fc.constantFrom('RED' as const, 'GREEN' as const);
const condition = fc.constantFrom('-', 'true', 'false', 'null', 'not(true)');
const amount = fc.constantFrom('-', '>= 0', '[1..9]', 'not(5)', 'null');
const aTable: fc.Arbitrary<LaneTableBody> = fc.record({
  code: fc.constantFrom('A', 'B', 'SPECIFICATION'),
  name: fc.constant({ en: 'Table', pt: 'Tabela' }),
  hitPolicy: fc.constantFrom(...hitPolicies),
  inputs: fc.constant(['merchandise', 'bags', 'watchList.ANY']),
  rules: fc.array(
    fc.record({
      when: fc.tuple(condition, amount, condition).map((cells): string[] => cells),
      lane,
      reason: fc.constant({ en: 'Why', pt: 'Porquê' }),
      share: fc.integer({ min: 1, max: 100 }),
    }),
    { maxLength: 6 },
  ),
  order: fc.integer({ min: 0, max: 9_999 }),
  effectiveFrom: fc.constant('2026-01-01'),
});
const aBody = fc
  .record({ hasMerchandise: fc.constantFrom('YES', 'NO'), numberOfBaggages: fc.integer({ min: 0, max: 9 }), travellerCode: fc.constantFrom('P1', 'P2') })
  .map((changes) => anArrival(changes) as unknown as ArrivalDeclarationBody);

describe('the rule of the specification', () => {
  const decided = (tables: LaneTableBody[], body: ArrivalDeclarationBody) =>
    lanes.decideBy({ tables: tables.map((table, i) => compileTable(table, i + 1)), watched: new Map([['ANY', new Set()]]) }, body);

  it('sends declared merchandise to the red lane, whatever tables are in force, and says so first', () => {
    fc.assert(
      fc.property(fc.array(aTable, { maxLength: 4 }), aBody, (tables, body) => {
        const { lane: given, reasons } = decided(tables, body);
        if (laneOf(body) === 'RED') expect([given, reasons[0]?.en, reasons[0]?.table]).toEqual(['RED', 'Merchandise is declared', undefined]);
        else expect(reasons.every(({ table }) => table !== undefined)).toBe(true);
        // Without a reason it is green, and with one red.
        expect(given).toBe(reasons.length ? 'RED' : 'GREEN');
      }),
      { numRuns: 500 },
    );
  });

  it('is no table that a table of its name could replace', () => {
    const body = anArrival({ hasMerchandise: 'YES', goods: [{ description: 'Wine' }] }) as unknown as ArrivalDeclarationBody;
    const ending = { ...fc.sample(aTable, 1)[0], code: 'SPECIFICATION', hitPolicy: 'FIRST' } as LaneTableBody;
    const green = { when: ['-', '-', '-'], lane: 'GREEN' as const, reason: { en: 'All', pt: 'Todos' } };
    expect(decided([{ ...ending, order: 0, rules: [green] }], body).lane).toBe('RED');
  });
});
