import 'reflect-metadata';
import { text as readAll } from 'node:stream/consumers';
import { Integer, L, type ListResult, type SearchCriterion, type SearchSorting, searchOperations, Text } from '@portal/contract-kit';
import fc from 'fast-check';
import { Entity, type MigrationInterface, type QueryRunner } from 'typeorm';
import { type Call, systemCall } from '../auth/actor.ts';
import { addDays } from '../clock.ts';
import { CodeColumn, DayColumn, FoldedColumn, IntColumn, UtcColumn } from '../database/columns.ts';
import { Database } from '../database/database.ts';
import { insertRow } from '../database/insert.ts';
import * as tables from '../database/tables.ts';
import { BlindIndex } from '../encryption/blind-index.ts';
import { newKey, readDataKeys } from '../encryption/data-keys.ts';
import { Encryption } from '../encryption/encryption.ts';
import { ProblemError } from '../http/problems.ts';
import { databaseOptions } from '../kit.module.ts';
import { configureLog } from '../logging.ts';
import { foldedColumn, foldedLength } from '../search/folding.ts';
import { dateField, integerField, nameField, numberField, sortable, textField, timeField } from '../search/search-query.ts';
import { loadSettings, ServiceSettings } from '../settings/settings.ts';
import { type TestBackend, TestClock, testBackends } from '../testing/index.ts';
import { OfficeHours } from '../work/work-calendar.ts';
import { DocumentService } from './document.service.ts';
import { DocumentCounts } from './document-counts.ts';
import type { DocumentDefinition, ServerFields } from './document-definition.ts';
import { exportAsCsv } from './document-export.ts';
import type { DocumentKit } from './document-kit.ts';
import { DocumentRow, documentColumns, documentIndices, documentListIndex } from './document-row.ts';
import { DocumentSearch } from './document-search.ts';
import { tokensColumn, tokensLength } from './encrypted-rows.ts';
import { SearchColumns } from './search-columns.ts';

class PermitBody {
  @Text() town?: string;
  @Text() holder?: string;
  @Text() plate?: string;
  @Text({ personal: true }) passport?: string;
  @Integer() amount?: number;
}
type Permit = PermitBody & ServerFields;

@Entity('permit')
class PermitRow extends DocumentRow {
  @CodeColumn(60) town: string | null;
  @CodeColumn(60) holder: string | null;
  @FoldedColumn() holderFolded: string | null;
  @CodeColumn(60) plate: string | null;
  @FoldedColumn() plateFolded: string | null;
  @CodeColumn(60) passport: string | null;
  @CodeColumn(tokensLength(20)) passportParts: string | null;
  @IntColumn() amount: number | null;
  @DayColumn() travelDay: string | null;
  @UtcColumn() seen: Date | null;
}
class PermitTables1700000001000 implements MigrationInterface {
  name = 'PermitTables1700000001000';
  async up(q: QueryRunner): Promise<void> {
    const own = [
      ...['agencyCode', 'town', 'holder', 'plate', 'passport'].map((name) => tables.text(name, 60)),
      ...['holder', 'plate'].map((name) => tables.text(foldedColumn(name), foldedLength)),
      tables.text(tokensColumn('passport'), tokensLength(20)),
      tables.int('amount'),
      tables.day('travelDay'),
      tables.utc('seen'),
    ];
    const orders = [['documentStatus', 'travelDay'], ['travelDay'], ['holderFolded'], ['plateFolded']].map((columns) =>
      documentListIndex('permit', ...columns),
    );
    await q.createTable(tables.table('permit', [...documentColumns(), ...own], [...documentIndices('permit'), ...orders]));
  }
  async down(q: QueryRunner): Promise<void> {
    await q.dropTable('permit');
  }
}

const search = {
  id: { ...textField('id'), operations: ['EQ', 'IN'] as const },
  documentStatus: textField('documentStatus'),
  createdAt: sortable(timeField('createdAt'), ['documentStatus'], []),
  town: sortable(textField('town')),
  holder: sortable(nameField('holder'), []),
  plate: sortable(numberField('plate'), []),
  passport: numberField('passport'),
  amount: sortable(integerField('amount')),
  travelDay: sortable(dateField('travelDay'), ['documentStatus'], []),
  seen: sortable(timeField('seen')),
};
const definition = {
  kind: 'permit',
  title: L('Permit', 'Autorização'),
  rolePrefix: 'permit',
  contract: PermitBody,
  row: PermitRow,
  search,
  access: { contact: [], files: [], office: [] },
  listFields: ['holder', 'plate', 'amount'],
  csv: [{ title: 'Id', path: 'id' }],
} as unknown as DocumentDefinition<PermitBody, Permit, string, PermitRow>;

const statuses = ['OPEN', 'HELD', 'DONE'];
const towns = ['Dili', 'dili', 'Baucau', '100%', 'A_B', '', null];
const holders = ['ROSÁRIO', 'Maria do Rosa\u0301rio', 'João d’Almeida-Cruz', 'JOAO DALMEIDA', 'Øyvind Æbelø', 'X', '', null];
const plates = ['TL-01 234', 'TL01234', 'tl 01235', 'AB–9', '', null];
const passports = ['P 123 4567', 'P1234567', 'P-1234568', 'Z9', '', null];
const days = ['2026-03-20', '2026-03-26', '2026-03-27', '2026-04-26', null];
const times = [
  '2026-03-26T23:59:59.999Z',
  '2026-03-27T00:00:00.000Z',
  '2026-03-27T10:30:15.250Z',
  '2026-03-27T10:30:15.000Z',
  '2026-03-28T00:00:00.000Z',
  null,
];
const today = '2026-03-27';

interface Held {
  id: string;
  documentStatus: string;
  createdAt: Date;
  town: string | null;
  holder: string | null;
  plate: string | null;
  passport: string | null;
  amount: number | null;
  travelDay: string | null;
  seen: Date | null;
}

const at = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;
/** Rows in which every value occurs together with many values of the other fields. */
const held: Held[] = Array.from({ length: 130 }, (_, n) => ({
  id: `${String((n * 7919) % 1000).padStart(4, '0')}-permit`.padEnd(36, 'x'),
  documentStatus: at(statuses, n * 5 + (n >> 2)),
  createdAt: new Date(Date.parse('2026-03-01T08:00:00Z') + Math.floor(n / 4) * 1_000),
  town: at(towns, n),
  holder: at(holders, n >> 1),
  plate: at(plates, n + (n >> 3)),
  passport: at(passports, n * 3 + (n >> 1)),
  amount: at([0, 5, -3, 5_000_000, null], n + (n >> 2)),
  travelDay: at(days, n + (n >> 1)),
  seen: ((time) => (time === null ? null : new Date(time)))(at(times, n)),
}));

/** Whether every row has a value in this field. */
const isFull = (fieldName: string): boolean => held.every((row) => row[fieldName as keyof Held] !== null && row[fieldName as keyof Held] !== '');

/** The forms in which values are compared, written only for the values of this test. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toUpperCase()
    .replace(/Ø/g, 'O')
    .replace(/Æ/g, 'AE');
const asName = (text: string): string =>
  plain(text)
    .replace(/['’]/g, '')
    .replace(/[-–\s]+/g, ' ')
    .trim();
const asNumber = (text: string): string => plain(text).replace(/[-–\s]/g, '');
const formOf: Partial<Record<string, (text: string) => string>> = { holder: asName, plate: asNumber, passport: asNumber };

/** Returns the first and the last moment that a value denotes. */
function momentsOf(value: string): [number, number] {
  const day = value.replace(/^TODAY([+-]\d+)?$/, (_all, by) => addDays(today, Number(by ?? 0)));
  return day.length === 10 ? [Date.parse(`${day}T00:00:00Z`), Date.parse(`${day}T23:59:59.999Z`)] : [Date.parse(`${day}Z`), Date.parse(`${day}Z`) + 999];
}

/** A simple reference implementation of the contract. */
function meets(row: Held, { operation, fieldName, values }: SearchCriterion): boolean {
  const value = row[fieldName as keyof Held];
  if (operation === 'ANY') return true;
  if (operation === 'EMPTY') return value === null || value === '';
  if (fieldName === 'seen' || fieldName === 'createdAt') {
    const spans = values.map((each) => momentsOf(String(each)));
    const inside = value !== null && spans.some(([from, to]) => (value as Date).getTime() >= from && (value as Date).getTime() <= to);
    if (operation === 'NEQ') return !inside;
    if (value === null) return false;
    const time = (value as Date).getTime();
    if (operation === 'GTE') return time >= (spans[0] as [number, number])[0];
    if (operation === 'LTE') return time <= (spans[0] as [number, number])[1];
    if (operation === 'BETWEEN') return time >= (spans[0] as [number, number])[0] && time <= (spans[1] as [number, number])[1];
    return inside;
  }
  // A text that consists only of dashes has no folded form, so it is compared as it is written.
  const form = values.every((each) => String(each).trim() === '' || formOf[fieldName]?.(String(each)) !== '') ? formOf[fieldName] : undefined;
  const days = (each: string | number) =>
    fieldName === 'travelDay' ? String(each).replace(/^TODAY([+-]\d+)?$/, (_a, by) => addDays(today, Number(by ?? 0))) : each;
  const asked = values.map((each) => (form ? form(String(each)) : fieldName === 'amount' ? Number(each) : days(each)));
  const mine = value !== null && form ? form(String(value)) : (value as string | number | null);
  if (operation === 'NEQ') return mine !== asked[0];
  if (mine === null) return false;
  // An empty value has no digest, so only CONTAINS with an empty text finds it.
  if (fieldName === 'passport' && mine === '') return operation === 'CONTAINS' && asked[0] === '';
  if (operation === 'EQ') return mine === asked[0];
  if (operation === 'IN') return asked.includes(mine);
  if (operation === 'CONTAINS') return String(mine).toUpperCase().includes(String(asked[0]).toUpperCase());
  if (operation === 'GTE') return mine >= (asked[0] as string);
  if (operation === 'LTE') return mine <= (asked[0] as string);
  return mine >= (asked[0] as string) && mine <= (asked[1] as string);
}

const asked: Record<string, readonly (string | number)[]> = {
  id: [held[3]?.id as string, held[77]?.id as string, 'nowhere'],
  documentStatus: [...statuses, 'LOST'],
  createdAt: ['2026-03-01', '2026-03-01T08:00:07', '2026-03-02', 'TODAY-26'],
  town: ['Dili', 'DILI', 'il', '%', '_', '0%', ''],
  holder: ['rosario', 'ROSÁRIO', 'do rosario', 'joao dalmeida', "d'almeida cruz", 'oyvind', 'ÆB', 'x', '%'],
  plate: ['TL01234', 'tl-01-234', '01 23', 'ab9', '-'],
  passport: ['p1234567', 'P 123-4567', '234 56', 'p1', 'Z-9', 'nothing'],
  amount: [0, 5, -3, '5000000', 7],
  travelDay: ['TODAY', 'TODAY-7', 'TODAY-1', 'TODAY+30', '2026-03-26', '2027-01-01'],
  seen: ['TODAY', 'TODAY-1', '2026-03-27T10:30:15', '2026-03-28', 'TODAY+1', '9999-12-31', '9999-12-31T23:59:59'],
};

const call: Call = { ...systemCall('list-test'), actor: { sub: 'olga', name: 'Olga', roles: ['permit-read', 'permit-search'], agencies: ['OFFICE'] } as never };

describe.each(testBackends())('a list on %s', (_engine, makeBackend) => {
  let backend: TestBackend;
  let db: Database;
  let list: DocumentSearch<PermitBody, Permit, string, PermitRow>;
  let service: DocumentService<PermitBody, Permit, string, PermitRow>;
  let columns: SearchColumns;
  let encryption: Encryption;
  let blindIndex: BlindIndex;
  let counts: DocumentCounts;
  const clock = new TestClock(new Date(`${today}T12:00:00Z`));

  const rowOf = ({ id, ...columns }: Held): PermitRow =>
    ({
      ...columns,
      id,
      version: 1,
      ownerSub: null,
      agencyCode: 'OFFICE',
      reference: `PER-${id}`,
      documentCode: 'PER',
      updatedAt: columns.createdAt,
      stepSince: columns.createdAt,
      updatedBy: '',
      lastAction: 'register',
      body: { town: columns.town, holder: columns.holder, plate: columns.plate, passport: columns.passport, amount: columns.amount },
    }) as unknown as PermitRow;

  beforeAll(async () => {
    backend = await makeBackend();
    const settings = loadSettings(ServiceSettings, backend.env);
    db = await Database.open(settings, databaseOptions({ service: 'permits', settings, entities: [PermitRow], migrations: [PermitTables1700000001000] }));
    const keys = readDataKeys({ keys: [newKey('k1')], indexKeys: [newKey('i1')] });
    [encryption, blindIndex] = [new Encryption(keys, true), new BlindIndex(keys)];
    counts = new DocumentCounts([definition as never], db, clock);
    columns = new SearchColumns([definition as never], db, encryption, blindIndex);
    service = new DocumentService(definition, {
      db,
      clock,
      encryption,
      blindIndex,
      counts,
      searchColumns: columns,
      claims: { ofMany: async () => new Map() },
      // The tests write rows without updating the counters of the statistics.
      statistics: { check: { isComplete: async () => false } },
      calendar: { ready: async () => undefined, hours: new OfficeHours(), heldDayOf: () => '2026-11-22' },
      audit: { read: async () => undefined },
      catalogues: { warm: async () => undefined, localised: (_contract: unknown, model: object) => model },
    } as unknown as DocumentKit);
    list = new DocumentSearch(service);
    await db.write(async (tx) => {
      for (const each of held) await insertRow(tx, PermitRow, service.rows.toStoredRow(rowOf(each)));
    });
    await columns.look();
  });
  afterAll(async () => {
    await db?.close();
    await backend?.remove();
  });

  interface Asked {
    criteria?: object[];
    sorting?: SearchSorting[];
    paging?: object;
  }
  const found = async (q: Asked): Promise<ListResult<{ id: string }> & { incomplete?: true }> => (await list.search(JSON.stringify(q), call)) as never;
  const allIds = async (q: Asked): Promise<string[]> => (await found({ ...q, paging: { size: 200 } })).records.map(({ id }) => id);
  const exported = async (q: Asked): Promise<string[]> => (await readAll(await exportAsCsv(list, JSON.stringify(q), call))).split('\r\n').slice(1, -1);
  const criterion = (fieldName: string, operation: string, values: readonly (string | number)[] = []) => ({ fieldName, operation, values }) as SearchCriterion;
  const refusal = async (q: object): Promise<string> => {
    try {
      await list.search(JSON.stringify(q), call);
      return 'found';
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      return `${error.status} ${error.errors[0]?.code} ${error.errors[0]?.field}`;
    }
  };

  describe.each(Object.keys(search))('by %s', (fieldName) => {
    it.each(searchOperations)('with %s finds what meets it and nothing else, or is refused', async (operation) => {
      const operations = list.fields(call).records.find((each) => each.fieldName === fieldName)?.operations ?? [];
      const values = asked[fieldName] ?? [];
      const tried =
        operation === 'ANY' || operation === 'EMPTY'
          ? [[]]
          : operation === 'BETWEEN'
            ? values.slice(0, 3).flatMap((low) => values.map((high) => [low, high]))
            : operation === 'IN'
              ? [values.slice(0, 1), values]
              : values.map((value) => [value]);
      expect(tried.length).toBeGreaterThan(0);
      let matched = 0;
      for (const given of tried) {
        const c = criterion(fieldName, operation, given);
        if (!operations.includes(operation)) {
          expect(await refusal({ criteria: [c] })).toBe(`400 UNKNOWN_FIELD ${fieldName}`);
          continue;
        }
        const expected = held.filter((row) => meets(row, c));
        matched += expected.length;
        expect([c, (await allIds({ criteria: [c] })).sort()]).toEqual([c, expected.map(({ id }) => id).sort()]);
        expect((await found({ criteria: [c], paging: { size: 7 } })).totalRecords).toBe(expected.length);
      }
      // The test values are chosen so that each operation finds something in each field.
      if (operations.includes(operation) && !(operation === 'EMPTY' && isFull(fieldName))) expect(matched).toBeGreaterThan(0);
    });
  });

  it('tells its fields, their types and operations, and by which it can be sorted', () => {
    const { records, totalRecords } = list.fields(call);
    expect(totalRecords).toBe(15);
    expect(records.filter((each) => each.sortable).map((each) => each.fieldName)).toEqual([
      'createdAt',
      'town',
      'holder',
      'plate',
      'amount',
      'travelDay',
      'seen',
      'stepSince',
      'dueAt',
    ]);
    expect(records.find(({ fieldName }) => fieldName === 'passport')).toEqual({
      fieldName: 'passport',
      dataType: 'TEXT',
      operations: ['EQ', 'NEQ', 'IN', 'CONTAINS', 'EMPTY', 'ANY'],
      sortable: false,
    });
    expect(() => list.fields({ ...call, actor: { ...call.actor, roles: [] } })).toThrow(expect.objectContaining({ status: 403 }));
  });

  const keyOf = (row: Held, fieldName: string): string | number | null => {
    const value = row[fieldName as keyof Held];
    if (value instanceof Date) return value.getTime();
    return typeof value === 'string' ? (formOf[fieldName]?.(value) ?? value) : value;
  };
  const inOrder = (rows: Held[], sorting: SearchSorting[]): string[] => {
    const keys = sorting.length ? sorting : [{ fieldName: 'createdAt', direction: 'DESC' as const }];
    const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);
    const sorted = [...rows].sort((one, two) => {
      for (const { fieldName, direction } of keys) {
        const [a, b] = [keyOf(one, fieldName), keyOf(two, fieldName)];
        if (a === null || b === null) {
          if (a !== b) return a === null ? 1 : -1;
          continue;
        }
        if (a !== b) return direction === 'DESC' ? -compare(a, b) : compare(a, b);
      }
      const order = compare(one.id, two.id);
      return keys.at(-1)?.direction === 'DESC' ? -order : order;
    });
    return sorted.map(({ id }) => id);
  };

  const someSorting = fc.uniqueArray(
    fc.record({ fieldName: fc.constantFrom('createdAt', 'town', 'holder', 'plate', 'amount', 'travelDay', 'seen'), direction: fc.constantFrom('ASC', 'DESC') }),
    { selector: ({ fieldName }) => fieldName, maxLength: 3 },
  ) as fc.Arbitrary<SearchSorting[]>;
  const someCriteria = fc.subarray(
    [
      criterion('documentStatus', 'IN', ['OPEN', 'DONE']),
      criterion('documentStatus', 'NEQ', ['HELD']),
      criterion('holder', 'CONTAINS', ['a']),
      criterion('travelDay', 'LTE', ['TODAY']),
    ],
    { maxLength: 2 },
  );

  it('is in the order asked for on the whole, and its pages hold every row once', async () => {
    await fc.assert(
      fc.asyncProperty(someSorting, someCriteria, fc.integer({ min: 1, max: 60 }), async (sorting, criteria, size) => {
        const expected = inOrder(
          held.filter((row) => criteria.every((c) => meets(row, c))),
          sorting,
        );
        const seen: string[] = [];
        for (let page = 1; page <= Math.ceil(expected.length / size) + 1; page++) {
          const { records, totalRecords } = await found({ criteria, sorting, paging: { page, size } });
          expect(totalRecords).toBe(expected.length);
          seen.push(...records.map(({ id }) => id));
        }
        expect(seen).toEqual(expected);
        expect(await exported({ criteria, sorting })).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  });

  const twice = (one: string, other: string): SearchSorting[] => [
    { fieldName: one, direction: 'ASC' },
    { fieldName: other, direction: 'DESC' },
  ];
  it.each<[string, Asked]>([
    ['one column twice', { sorting: twice('createdAt', 'createdAt') }],
    ['the due time and the waiting time of what is not due', { criteria: [criterion('dueAt', 'EMPTY')], sorting: twice('dueAt', 'stepSince') }],
    ['the same times of what waits for applicants', { criteria: [criterion('queue', 'EQ', ['APPLICANT'])], sorting: twice('dueAt', 'stepSince') }],
  ])('is exported to its last row where the keys of its order are %s', async (_keys, asked) => {
    const lines = await exported(asked);
    expect(lines).toHaveLength(held.length);
    expect(lines).toEqual(await allIds(asked));
    expect(lines).toEqual(inOrder(held, [{ fieldName: 'createdAt', direction: 'ASC' }]));
  });

  it('counts its total no further than a search asks, and shows the same rows', async () => {
    const short = new DocumentSearch(service, 0);
    const upTo = fc.integer({ min: 1, max: held.length });
    await fc.assert(
      fc.asyncProperty(someSorting, someCriteria, fc.integer({ min: 1, max: 3 }), upTo, async (sorting, criteria, page, totalUpTo) => {
        const expected = inOrder(
          held.filter((row) => criteria.every((c) => meets(row, c))),
          sorting,
        );
        const size = 20;
        const limit = Math.max(totalUpTo, page * size);
        const answer = (await short.search(JSON.stringify({ criteria, sorting, paging: { page, size }, totalUpTo }), call)) as ListResult<{ id: string }>;
        const { records, ...total } = answer;
        expect(total).toEqual(expected.length > limit ? { totalRecords: limit, atLeast: true } : { totalRecords: expected.length });
        expect(records.map(({ id }) => id)).toEqual(expected.slice((page - 1) * size, page * size));
      }),
      { numRuns: 25 },
    );
    // A total that is counted anyway is returned in full.
    const whole = await found({ totalUpTo: 1, paging: { size: 1 } } as Asked);
    expect(whole).toEqual({ records: [expect.anything()], totalRecords: held.length });
    expect(await refusal({ totalUpTo: 0 })).toBe('400 BAD_VALUE totalUpTo');
  });

  it('is in the same order where the counters know the total and pages are read from the end', async () => {
    await counts.reconcile();
    clock.pass(2 * 3_600_000);
    await counts.reconcile();
    const criteria = [criterion('documentStatus', 'IN', ['OPEN', 'HELD'])];
    expect(await counts.storedCount(definition as never, criteria)).toBe(held.filter(({ documentStatus }) => documentStatus !== 'DONE').length);
    for (const direction of ['ASC', 'DESC'] as const)
      for (const fieldName of ['travelDay', 'holder', 'amount', 'createdAt']) {
        const sorting = [{ fieldName, direction }];
        const expected = inOrder(
          held.filter((row) => criteria.every((c) => meets(row, c))),
          sorting,
        );
        const seen: string[] = [];
        for (let page = 1; page <= Math.ceil(expected.length / 9); page++)
          seen.push(...(await found({ criteria, sorting, paging: { page, size: 9 } })).records.map(({ id }) => id));
        expect([sorting, seen]).toEqual([sorting, expected]);
      }
    // If every row has a value, no rows without a value have to be merged in.
    const full = Array.from({ length: 12 }, (_, n) => ({ ...(held[0] as Held), id: `full-${n}`.padEnd(36, 'x'), documentStatus: 'FULL', holder: `H${n % 5}` }));
    const rows = full.map(rowOf);
    await db.write(async (tx) => {
      for (const row of rows) await insertRow(tx, PermitRow, service.rows.toStoredRow(row));
      await counts.changed(definition as never, tx, [], rows);
    });
    const ofFull = { criteria: [criterion('documentStatus', 'EQ', ['FULL'])], sorting: [{ fieldName: 'holder', direction: 'ASC' as const }] };
    const pages = await Promise.all([1, 2, 3].map((page) => found({ ...ofFull, paging: { page, size: 5 } })));
    expect(pages.flatMap(({ records }) => records.map(({ id }) => id))).toEqual(inOrder(full, ofFull.sorting));
    await db.write(async (tx) => {
      await tx.delete(PermitRow, { documentStatus: 'FULL' });
      await counts.changed(definition as never, tx, rows, []);
    });
    // The counters cannot tell which documents have an empty value.
    expect(await counts.storedCount(definition as never, [criterion('documentStatus', 'EMPTY')])).toBeUndefined();
  });

  describe('with rows of an earlier release', () => {
    const old: Held = { ...(held[0] as Held), id: 'old-permit'.padEnd(36, 'x'), holder: 'Inês Ção', plate: 'QQ-1 2', passport: 'W 88-99' };
    /** Returns a row as the previous release wrote it: without folded forms, and with the digest of the number as it was written. */
    const asBefore = (row: Held, version: number): PermitRow => {
      const withoutFolding = { ...definition, search: { ...search, passport: textField('passport'), holder: textField('holder'), plate: textField('plate') } };
      const earlier = new DocumentService(withoutFolding as typeof definition, service.kit);
      const { searchVersion: _, ...closed } = earlier.rows.toStoredRow({ ...rowOf(row), version });
      return closed as PermitRow;
    };
    const shown = async (fieldName: string, operation: string, value: string): Promise<boolean> =>
      (await allIds({ criteria: [criterion(fieldName, operation, [value])] })).includes(old.id);
    beforeEach(() => db.write((tx) => insertRow(tx, PermitRow, asBefore(old, 3))));
    afterEach(async () => {
      await db.write((tx) => tx.delete(PermitRow, { id: old.id }));
      await columns.look();
    });

    it('finds them as they are written and says that it is incomplete, until they are brought up to date', async () => {
      await columns.look();
      expect(columns.areCurrent('permit')).toBe(false);
      const written = [await shown('holder', 'EQ', 'Inês Ção'), await shown('plate', 'CONTAINS', 'qq-1'), await shown('passport', 'EQ', 'w 88-99')];
      expect(written).toEqual([true, true, true]);
      expect(await shown('holder', 'EQ', 'INES CAO')).toBe(false);
      expect((await found({ criteria: [criterion('holder', 'EQ', ['x'])] })).incomplete).toBe(true);
      expect((await found({ sorting: [{ fieldName: 'plate', direction: 'ASC' }] })).incomplete).toBe(true);
      expect((await found({ criteria: [criterion('amount', 'EQ', [5])] })).incomplete).toBeUndefined();
      // The other rows are still found by their folded forms during this time.
      expect((await allIds({ criteria: [criterion('holder', 'EQ', ['rosario'])] })).length).toBe(held.filter(({ holder }) => holder === 'ROSÁRIO').length);
      expect(await columns.update()).toBe(1);
      expect(columns.areCurrent('permit')).toBe(true);
      for (const [fieldName, value] of [
        ['holder', 'INES CAO'],
        ['plate', 'qq12'],
        ['passport', 'w8899'],
      ] as const) {
        expect([fieldName, await shown(fieldName, 'EQ', value), await shown(fieldName, 'CONTAINS', value.slice(0, -1))]).toEqual([fieldName, true, true]);
      }
      expect((await found({ criteria: [criterion('holder', 'EQ', ['x'])] })).incomplete).toBeUndefined();
      expect(await columns.update()).toBe(0);
    });

    it('notices a row that an earlier release has written again', async () => {
      await columns.update();
      const { id, ...again } = asBefore({ ...old, holder: 'Ana Lúcia' }, 4);
      await db.write((tx) => tx.update(PermitRow, { id }, again as never));
      await columns.look();
      expect(columns.areCurrent('permit')).toBe(false);
      expect(await shown('holder', 'EQ', 'Ana Lúcia')).toBe(true);
      await columns.update();
      expect([await shown('holder', 'EQ', 'ana lucia'), await shown('holder', 'EQ', 'ines cao')]).toEqual([true, false]);
    });

    it('fills columns that a later release has added, also of rows that the earlier one writes meanwhile and after a way back', async () => {
      await columns.update();
      const later = { ...definition, searchLayout: 1 };
      const laterColumns = new SearchColumns([later as never], db, encryption, blindIndex);
      const earlier = new DocumentService(definition as typeof definition, service.kit);
      const written = (layout: number) =>
        db.reader.query('select count(*) as n from permit where searchVersion >= ?', [layout * 1_000_000]).then(([{ n }]) => Number(n));
      const all = await written(0);
      // The earlier release considers its own columns complete, so it updates nothing.
      expect([await columns.update(), await laterColumns.update(), await written(1)]).toEqual([0, all, all]);
      expect([columns.areCurrent('permit'), laterColumns.areCurrent('permit')]).toEqual([true, true]);
      await columns.look();
      expect(columns.areCurrent('permit')).toBe(true);
      // The earlier release writes the search columns of the present version, but not the columns that the later release has added.
      const { id, ...again } = earlier.rows.toStoredRow({ ...rowOf({ ...old, holder: 'Zoé Lá' }), version: 4 });
      await db.write((tx) => tx.update(PermitRow, { id }, again as never));
      await laterColumns.look();
      expect([await written(1), laterColumns.areCurrent('permit')]).toEqual([all - 1, false]);
      expect([await laterColumns.update(), await columns.update(), await written(1)]).toEqual([1, 0, all]);
      expect(await shown('holder', 'EQ', 'zoe la')).toBe(true);
    });

    it('is brought up to date by several at once, a batch after the other, and goes on past a row that cannot be read', async () => {
      const many = Array.from({ length: 230 }, (_, n) => ({ ...old, id: `z-${String(n).padStart(3, '0')}`.padEnd(36, 'x'), holder: `Élio ${n}` }));
      await db.write(async (tx) => {
        for (const each of many) await insertRow(tx, PermitRow, asBefore(each, 1));
        await tx.update(PermitRow, { id: many[7]?.id }, { body: { sealed: 'enc:1:k1:lost' } as never });
      });
      await columns.look();
      const lines: string[] = [];
      configureLog('warn', undefined, { write: (line) => void lines.push(line) });
      await Promise.all([columns.update(), columns.update()]).finally(() => configureLog('silent'));
      const { id, reference } = rowOf(many[7] as Held);
      const readable = (await allIds({ criteria: [criterion('holder', 'CONTAINS', ['elio'])] })).length;
      expect([readable, (await found({ criteria: [criterion('holder', 'CONTAINS', ['elio'])] })).totalRecords, columns.areCurrent('permit')]).toEqual([
        200,
        229,
        false,
      ]);
      const told = lines.map((line) => JSON.parse(line) as { kind: string; reference: string });
      expect(new Set(told.map((line) => `${line.kind} ${line.reference}`))).toEqual(new Set([`permit ${reference}`]));
      expect(lines.join('')).not.toContain(`"${id}"`);
      await db.write((tx) => tx.query("delete from permit where id like 'z-%'"));
      await columns.look();
    });
  });
});
