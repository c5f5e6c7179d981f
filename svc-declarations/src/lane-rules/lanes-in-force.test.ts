import { BlindIndex, Clock, readDataKeys } from '@portal/service-kit';
import fc from 'fast-check';
import { type ArrivalDeclarationBody, hitPolicies, type LaneTableBody, laneFact, laneInputFields, laneInputs, laneOf } from '../../contract/index.ts';
import { anArrival } from '../testing/bodies.ts';
import { compileTable } from './lane-table.ts';
import { LanesInForce } from './lanes-in-force.ts';

const key = (id: string) => ({ id, key: Buffer.alloc(32, id).toString('base64url') });
// `decideBy` reads nothing from the database, so none is needed.
const lanes = new LanesInForce(
  undefined as never,
  new Clock(),
  undefined as never,
  new BlindIndex(readDataKeys({ keys: [key('d1')], indexKeys: [key('i1')] } as never)),
  undefined as never,
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
        // The lane is red exactly when there is a reason.
        expect(given).toBe(reasons.length ? 'RED' : 'GREEN');
      }),
      { numRuns: 500 },
    );
  });

  it('and tables decide the same by the fields that they say they read', () => {
    const given = anArrival({ goods: [{ description: 'Wine' }], hasMerchandise: 'YES', currencyStatus: 'YES', currencyAmount: 5, reason: 'OBJ01' });
    const inputs = [...Object.keys(laneInputs), 'questions.ARR-Q1', 'declarations.ARR-D1'];
    const body = {
      ...given,
      questions: [{ id: 'ARR-Q1', answer: 'YES' }],
      declarations: [{ id: 'ARR-D1', answer: 'NO' }],
    } as unknown as ArrivalDeclarationBody;
    const factsOf = (from: object) => inputs.map((input) => [input, laneFact(input, from as ArrivalDeclarationBody, () => false)]);
    const read = new Set(inputs.flatMap((input) => laneInputFields(input)));
    expect(factsOf(Object.fromEntries(Object.entries(body).filter(([name]) => read.has(name))))).toEqual(factsOf(body));
    for (const input of inputs) {
      const fields: readonly string[] = laneInputFields(input);
      const part = Object.fromEntries(Object.entries(body).filter(([name]) => fields.includes(name)));
      expect([input, laneFact(input, part as never, () => false)]).toEqual([input, laneFact(input, body, () => false)]);
    }
    // A rule with a share, and a watch list, also need the fields that identify the person.
    const drawn = compileTable(
      {
        ...(fc.sample(aTable, 1)[0] as LaneTableBody),
        inputs: ['watchList.ANY'],
        rules: [{ when: ['-'], lane: 'RED', reason: { en: 'a', pt: 'a' }, share: 5 }],
      },
      1,
    );
    expect([...lanes.fieldsOf({ tables: [drawn], watched: new Map() })].sort()).toEqual(
      ['arrivalDate', 'birthDate', 'firstName', 'hasMerchandise', 'lastName', 'nationalityCode', 'travellerCode'].sort(),
    );
  });

  it('is no table that a table of its name could replace', () => {
    const body = anArrival({ hasMerchandise: 'YES', goods: [{ description: 'Wine' }] }) as unknown as ArrivalDeclarationBody;
    const ending = { ...fc.sample(aTable, 1)[0], code: 'SPECIFICATION', hitPolicy: 'FIRST' } as LaneTableBody;
    const green = { when: ['-', '-', '-'], lane: 'GREEN' as const, reason: { en: 'All', pt: 'Todos' } };
    expect(decided([{ ...ending, order: 0, rules: [green] }], body).lane).toBe('RED');
  });
});
