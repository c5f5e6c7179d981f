import 'reflect-metadata';
import { Controller, Injectable, Module } from '@nestjs/common';
import { Code, L, Rules, type SearchCriterion, Text } from '@portal/contract-kit';
import fc from 'fast-check';
import { Entity, type MigrationInterface, type QueryRunner } from 'typeorm';
import { DocumentCountCheckRow, DocumentCountRow } from '../database/kit.entities.ts';
import {
  type Call,
  CodeColumn,
  Database,
  DocumentController,
  DocumentCounts,
  type DocumentDefinition,
  DocumentKit,
  DocumentRow,
  DocumentSearch,
  DocumentService,
  databaseOptions,
  documentColumns,
  documentIndices,
  loadSettings,
  NEW,
  ProblemError,
  publicActor,
  Retention,
  type RunningService,
  type ServerFields,
  type ServiceOptions,
  ServiceSettings,
  startService,
  systemCall,
  tables,
} from '../index.ts';
import { StatisticsCheck } from '../statistics/statistics-check.ts';
import { type StubServices, startStubServices, type TestBackend, TestClock, testBackends } from '../testing/index.ts';
import { DocumentAgency1700000900000 } from './document-agency.migration.ts';
import { DocumentCounts1700000000200 } from './document-counts.migration.ts';
import { TallyIndex1700000901400 } from './tally-index.migration.ts';

const colours = ['RED', 'GREEN', 'BLUE'];
const statuses = ['OPEN', 'OPEN AGAIN', 'DONE'] as const;
type Status = (typeof statuses)[number];

@Rules<NoteBody>()
class NoteBody {
  @Text({ label: L('Text', 'Texto'), max: 20 }) words?: string;
  @Text({ label: L('Colour', 'Cor'), max: 10 }) colour?: string;
  @Code({ name: 'countries' }, { label: L('Country', 'País') }) country?: string;
}
type Note = NoteBody & ServerFields;

@Entity('note')
class NoteRow extends DocumentRow {
  @CodeColumn(20) words: string | null;
  @CodeColumn(10) colour: string | null;
}
class NoteTables1700000001000 implements MigrationInterface {
  name = 'NoteTables1700000001000';
  async up(q: QueryRunner): Promise<void> {
    await q.createTable(
      tables.table('note', [...documentColumns(), tables.text('words', 20), tables.text('colour', 10), tables.text('agencyCode', 70)], documentIndices('note')),
      true,
    );
  }
  async down(q: QueryRunner): Promise<void> {
    await q.dropTable('note');
  }
}

const kind = {
  kind: 'note',
  contract: NoteBody,
  row: NoteRow,
  search: {
    words: { column: 'words', type: 'TEXT' },
    colour: { column: 'colour', type: 'TEXT' },
    documentStatus: { column: 'documentStatus', type: 'TEXT' },
    reference: { column: 'reference', type: 'TEXT' },
  },
  countedBy: 'colour',
  alsoCountedBy: ['words'],
  retention: [{ days: 30, statuses: ['DONE'], since: 'updatedAt' }],
} as const satisfies Partial<DocumentDefinition<NoteBody, Note, Status, NoteRow>>;

const action = { who: { role: 'note-clerk' }, modes: ['*'], input: NoteBody, partial: true } as const;
const definition: DocumentDefinition<NoteBody, Note, Status, NoteRow> = {
  ...kind,
  service: 'notes',
  title: L('Note', 'Nota'),
  path: '/v1/note',
  rolePrefix: 'note',
  workflow: {
    statuses,
    mainPath: [
      { action: 'register', status: 'OPEN' },
      { action: 'close', status: 'DONE' },
    ],
    actions: {
      register: { label: L('Register', 'Registar'), from: [NEW], to: 'OPEN', ...action },
      paint: { label: L('Paint', 'Pintar'), from: '*', to: 'unchanged', ...action },
      close: { label: L('Close', 'Fechar'), from: ['OPEN', 'OPEN AGAIN'], to: 'DONE', ...action },
      reopen: { label: L('Reopen', 'Reabrir'), from: ['DONE'], to: 'OPEN AGAIN', ...action },
    },
  },
  documentCode: () => 'NOT',
  project: (m) => ({ words: m.words ?? null, colour: m.colour ?? null, agencyCode: 'OFFICE' }),
  access: { contact: [], files: [], office: [] },
  statusLabels: { OPEN: L('Open', 'Aberta'), 'OPEN AGAIN': L('Open again', 'Reaberta'), DONE: L('Done', 'Feita') },
  nameOf: (m) => m.words ?? '',
  reachedBy: {},
  publicScreen: '/notes/public',
  listFields: ['words', 'colour'],
  csv: [],
  prints: {},
  staffScreen: '/notes/view',
  staffList: '/notes',
  commentField: 'comment',
  blank: async () => ({}),
  // This runs inside the transaction, after the row is written, so the error undoes the write.
  announce: async (_messages, { words }) => {
    if (words === 'BREAK') throw new Error('broken');
  },
};

@Injectable()
class Notes extends DocumentService<NoteBody, Note, Status, NoteRow> {
  constructor(kit: DocumentKit) {
    super(definition, kit);
  }
}
@Controller('v1/note')
class NoteController extends DocumentController {
  constructor(notes: Notes) {
    super(notes);
  }
}
@Module({ providers: [Notes], controllers: [NoteController] })
class NoteModule {}

const call: Call = {
  ...systemCall('request-of-a-test'),
  actor: { ...publicActor, sub: 'clara', name: 'Clara', roles: ['note-clerk', 'note-search', 'note-close'], agencies: ['OFFICE'] },
};
const criterion = (fieldName: string, operation: SearchCriterion['operation'], ...values: string[]): SearchCriterion => ({
  expressionType: 'SearchCriterion',
  operation,
  dataType: 'TEXT',
  fieldName,
  values,
});
/** The expected errors: a deliberate failure, a change by somebody else in between, or a document that no longer exists. */
const isExpected = (error: unknown): boolean => error instanceof ProblemError || (error as Error).message === 'broken';
const days = (n: number): number => n * 86_400_000;

describe.each(testBackends())('counted documents on %s', (_name, makeBackend) => {
  let backend: TestBackend;
  let around: StubServices;
  let options: ServiceOptions;
  let service: RunningService;
  let clock: TestClock;
  let db: Database;
  let notes: Notes;
  let counts: DocumentCounts;

  beforeAll(async () => {
    backend = await makeBackend();
    around = await startStubServices({ countries: [] });
    clock = new TestClock();
    options = {
      service: 'notes',
      title: 'Notes',
      settings: loadSettings(ServiceSettings, { ...backend.env, ...around.env }),
      module: NoteModule,
      entities: [NoteRow],
      migrations: [NoteTables1700000001000],
      documents: [kind],
      clock,
    };
    // The tests call `reconcile` themselves, so the automatic comparison must not start.
    const begun = jest.spyOn(DocumentCounts.prototype, 'onApplicationBootstrap').mockImplementation();
    service = await startService(options);
    expect(begun).toHaveBeenCalledTimes(1);
    begun.mockRestore();
    [db, notes, counts] = [service.app.get(Database), service.app.get(Notes), service.app.get(DocumentCounts)];
    await counts.reconcile();
  });
  afterAll(async () => {
    await service?.close();
    await around?.close();
    await backend?.remove();
  });
  // The counters of the statistics also know some of these totals. They are disabled, because these tests are about the counters of the lists.
  beforeEach(() => void jest.spyOn(StatisticsCheck.prototype, 'isComplete').mockResolvedValue(false));
  afterEach(() => jest.restoreAllMocks());

  const tally = (groups: { documentStatus: string; detail: string; n: number }[]): Record<string, number> => {
    const found: Record<string, number> = {};
    for (const { documentStatus, detail, n } of groups) found[`${documentStatus}/${detail}`] = (found[`${documentStatus}/${detail}`] ?? 0) + n;
    return Object.fromEntries(Object.entries(found).filter(([, n]) => n !== 0));
  };
  const ofRows = async () => tally((await db.reader.find(NoteRow)).map(({ documentStatus, colour }) => ({ documentStatus, detail: colour ?? '', n: 1 })));
  const countersOf = async (name: string) =>
    tally((await db.reader.findBy(DocumentCountRow, { kind: name })).map(({ documentStatus, detail, number }) => ({ documentStatus, detail, n: number })));
  const ofCounters = () => countersOf('note');
  const wordsOfRows = async () => tally((await db.reader.find(NoteRow)).map(({ documentStatus, words }) => ({ documentStatus, detail: words ?? '', n: 1 })));

  const aRow = (n: number, documentStatus: Status, colour: string | null, at = clock.now()): NoteRow => {
    const id = `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
    const row = {
      version: 1,
      ownerSub: null,
      agencyCode: 'OFFICE',
      reference: `NOT-${n}`,
      documentCode: 'NOT',
      stepSince: null,
      dueAt: null,
      updatedBy: '',
      lastAction: 'register',
      words: null,
      body: {},
      searchVersion: 1,
    };
    return { ...row, id, documentStatus, colour, createdAt: at, updatedAt: at };
  };
  /** Writes rows as an earlier version does, without counting them. */
  const uncounted = (...rows: NoteRow[]) => db.write((tx) => tx.insert(NoteRow, rows as never));
  const empty = async () => {
    await db.write((tx) => tx.query('delete from note'));
    await counts.reconcile();
    clock.pass(days(1));
    await counts.reconcile();
  };
  const search = (query: object) => new DocumentSearch(notes).search(JSON.stringify(query), call);

  it('are counted in the transaction of every write, also when writes overlap or fail', async () => {
    const step = fc.record({
      act: fc.constantFrom('register', 'register', 'paint', 'close', 'reopen', 'erase', 'lost'),
      which: fc.nat(),
      colour: fc.constantFrom(...colours, undefined),
      fails: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { maxLength: 6 }), async (turns) => {
        for (const turn of turns) {
          const known = await db.reader.find(NoteRow);
          const done = await Promise.allSettled(
            turn.map(async ({ act, which, colour, fails }) => {
              const body = { colour, words: fails ? 'BREAK' : 'fine' };
              if (act === 'register') return notes.register('register', body, call);
              if (act === 'lost')
                return db.write(async (tx) => {
                  await counts.changed(kind, tx, [], [aRow(1, 'OPEN', 'RED')]);
                  throw new Error('broken');
                });
              if (act === 'erase') {
                clock.pass(days(40));
                return service.app.get(Retention).run();
              }
              const row = known[which % known.length];
              return row && notes.perform(row.id, act, { ...body, version: row.version }, call);
            }),
          );
          for (const each of done) if (each.status === 'rejected' && !isExpected(each.reason)) throw each.reason;
          expect(await ofCounters()).toEqual(await ofRows());
          expect(await countersOf('note/words')).toEqual(await wordsOfRows());
        }
      }),
      { numRuns: 12 },
    );
    expect(await counts.reconcile()).toBe(0);
    expect(Object.keys(await ofRows()).length).toBeGreaterThan(0);
  });

  it('are listed on the same pages as if every row was counted', async () => {
    await empty();
    const began = clock.now().getTime();
    const rows = Array.from({ length: 83 }, (_, n) =>
      // Many rows have the same time, so that their ids decide the order.
      ({
        ...aRow(n * 7919, statuses[n % 5 > 2 ? 2 : n % 2] as Status, [...colours, null, ''][(n * n) % 5] as string | null, new Date(began - (n % 9) * 1_000)),
        words: n % 3 ? 'many' : null,
      }),
    );
    await db.write(async (tx) => {
      await tx.insert(NoteRow, rows as never);
      await counts.changed(kind, tx, [], rows);
    });
    const newestFirst = [...rows].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));
    const meets =
      ({ fieldName, operation, values }: SearchCriterion) =>
      (row: NoteRow): boolean => {
        const value = row[fieldName as 'colour' | 'words' | 'documentStatus'];
        if (operation === 'ANY') return true;
        if (operation === 'NEQ') return value !== values[0];
        if (operation === 'CONTAINS') return value?.includes(String(values[0])) ?? false;
        return value !== null && values.includes(value);
      };
    const asked = fc.oneof(
      ...(
        [
          ['colour', [...colours, '', 'PINK']],
          ['words', ['many', 'few']],
          ['documentStatus', [...statuses, 'GONE']],
        ] as const
      ).flatMap(([field, values]) => [
        fc.tuple(fc.constantFrom('EQ' as const, 'NEQ' as const, 'CONTAINS' as const), fc.constantFrom(...values)).map(([o, v]) => criterion(field, o, v)),
        fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }).map((some) => criterion(field, 'IN', ...some)),
        fc.constant(criterion(field, 'ANY')),
      ]),
    );
    const told = jest.spyOn(counts, 'storedCount');
    await fc.assert(
      fc.asyncProperty(fc.array(asked, { maxLength: 3 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 30 }), async (criteria, page, size) => {
        const matching = newestFirst.filter((row) => criteria.every((c) => meets(c)(row)));
        const expected = { ids: matching.slice((page - 1) * size, page * size).map(({ id }) => id), totalRecords: matching.length };
        for (const counted of [true, false]) {
          if (!counted) told.mockResolvedValueOnce(undefined);
          const { records, totalRecords } = await search({ criteria, paging: { page, size } });
          expect({ ids: records.map((record) => (record as Note).id), totalRecords }).toEqual(expected);
        }
      }),
      { numRuns: 80 },
    );
    expect(await counts.storedCount(kind, [])).toBe(83);
    expect(await counts.storedCount(kind, [criterion('colour', 'EQ', '')])).toBeUndefined();
    expect(await counts.storedCount(kind, [criterion('reference', 'EQ', 'x')])).toBeUndefined();
    expect(await counts.storedCount(kind, [criterion('words', 'EQ', 'many'), criterion('documentStatus', 'EQ', 'OPEN')])).toBe(
      rows.filter(({ words, documentStatus }) => words === 'many' && documentStatus === 'OPEN').length,
    );
    // Each column is counted separately, so no tally can answer criteria on both columns.
    expect(await counts.storedCount(kind, [criterion('words', 'EQ', 'many'), criterion('colour', 'EQ', 'RED')])).toBeUndefined();
  });

  it('are on the right page when others are added or removed after the total was read', async () => {
    await empty();
    const began = clock.now().getTime();
    const rows = Array.from({ length: 40 }, (_, n) => aRow(n, 'OPEN', 'RED', new Date(began + n)));
    await db.write(async (tx) => {
      await tx.insert(NoteRow, rows as never);
      await counts.changed(kind, tx, [], rows);
    });
    const newestFirst = [...rows].reverse().map(({ id }) => id);
    const told = jest.spyOn(counts, 'storedCount');
    for (const before of [25, 39, 41, 47, 80])
      for (const page of [1, 3, 4, 5, 6]) {
        told.mockResolvedValueOnce(before);
        const { records, totalRecords } = await search({ paging: { page, size: 8 } });
        // If the total given was too small for this page to exist, the page was empty at that time.
        const wasThere = (page - 1) * 8 < before;
        expect(records.map((record) => (record as Note).id)).toEqual(wasThere ? newestFirst.slice((page - 1) * 8, page * 8) : []);
        expect(totalRecords).toBe(wasThere ? 40 : before);
      }
  });

  it('that were written without being counted are found, and corrected once by several instances at the same time', async () => {
    await empty();
    await uncounted(aRow(1, 'OPEN', 'RED'), aRow(2, 'OPEN', null), aRow(3, 'DONE', 'BLUE'));
    const other = new DocumentCounts([kind], db, clock);
    // Both instances compare before either corrects, and a write that counts happens in between.
    let go = (): void => undefined;
    const after = new Promise<void>((done) => {
      go = done;
    });
    let waiting = 2;
    for (const each of [counts, other] as unknown as { differences(): Promise<unknown[]> }[]) {
      const differences = each.differences.bind(each);
      jest.spyOn(each, 'differences').mockImplementationOnce(async () => {
        const found = await differences();
        if (--waiting === 0) {
          await notes.register('register', { colour: 'GREEN', words: 'fine' }, call);
          go();
        }
        await after;
        return found;
      });
    }
    expect(await Promise.all([counts.reconcile(), other.reconcile()])).toEqual([3, 3]);
    expect(await ofCounters()).toEqual({ 'OPEN/RED': 1, 'OPEN/': 1, 'DONE/BLUE': 1, 'OPEN/GREEN': 1 });
    expect(await ofRows()).toEqual(await ofCounters());
    expect([await counts.reconcile(), await other.reconcile()]).toEqual([0, 0]);
  });

  it('are counted row by row as long as an instance may write without counting', async () => {
    await empty();
    expect(await counts.storedCount(kind, [])).toBe(0);
    await uncounted(aRow(1, 'OPEN', 'RED'));
    await counts.reconcile();
    expect(await counts.storedCount(kind, [])).toBeUndefined();
    await uncounted(aRow(2, 'OPEN', 'RED'));
    expect((await search({})).totalRecords).toBe(2);
    clock.pass(59 * 60_000);
    expect(await counts.reconcile()).toBe(1);
    // The waiting time of one hour starts again.
    clock.pass(59 * 60_000);
    expect([await counts.reconcile(), await counts.storedCount(kind, [])]).toEqual([0, undefined]);
    clock.pass(60_000);
    expect([await counts.reconcile(), await counts.storedCount(kind, [])]).toEqual([0, 2]);
    // An instance that has just started has not compared yet, so it does not use the counters.
    const started = new DocumentCounts([kind], db, clock);
    expect(await started.storedCount(kind, [])).toBeUndefined();
    await started.reconcile();
    expect(await started.storedCount(kind, [])).toBe(2);
  });
});

describe.each(testBackends())('the counters of documents on %s', (_name, makeBackend) => {
  let backend: TestBackend;
  const open = async (counting: boolean): Promise<Database> => {
    const settings = loadSettings(ServiceSettings, backend.env);
    const all = databaseOptions({ service: 'notes', settings, entities: [NoteRow], migrations: [NoteTables1700000001000] });
    const migrations = (all.migrations as unknown[]).filter(
      (migration) => counting || ![DocumentCounts1700000000200, DocumentAgency1700000900000, TallyIndex1700000901400].includes(migration as never),
    );
    return Database.open(settings, { ...all, migrations: migrations as typeof all.migrations });
  };
  const settled = async (db: Database) => Boolean((await db.reader.findOneByOrFail(DocumentCountCheckRow, { id: 1 })).settled);

  beforeEach(async () => {
    backend = await makeBackend();
  });
  afterEach(() => backend.remove());

  it('have counters that are used from the beginning in a new database', async () => {
    const db = await open(true);
    expect(await settled(db)).toBe(true);
    await db.close();
  });

  it('have counters that are first filled from the rows in a database of an earlier version', async () => {
    await (await open(false)).close();
    const db = await open(true);
    expect(await settled(db)).toBe(false);
    const at = new Date();
    const row = { id: 'a', version: 1, documentStatus: 'OPEN', createdAt: at, updatedAt: at, colour: 'RED', body: {} };
    await db.write((tx) => tx.insert(NoteRow, row as never));
    const clock = new TestClock();
    const counts = new DocumentCounts([kind], db, clock);
    expect(await counts.reconcile()).toBe(1);
    clock.pass(2 * 3_600_000);
    await counts.reconcile();
    expect(await counts.storedCount(kind, [criterion('colour', 'EQ', 'RED')])).toBe(1);
    await db.close();
  });
});

it('compares rows and counters soon after the start and then regularly, until the service stops', async () => {
  jest.useFakeTimers();
  try {
    const counts = new DocumentCounts([kind], {} as Database, new TestClock());
    let end = (): void => undefined;
    const compare = jest.spyOn(counts, 'reconcile').mockRejectedValueOnce(new Error('the database is away')).mockResolvedValueOnce(0);
    counts.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(compare).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(15 * 60_000);
    expect(compare).toHaveBeenCalledTimes(2);
    compare.mockReturnValueOnce(
      new Promise((done) => {
        end = () => done(0);
      }),
    );
    await jest.advanceTimersByTimeAsync(15 * 60_000);
    let ended = false;
    const ending = counts.stop().then(() => {
      ended = true;
    });
    await jest.advanceTimersByTimeAsync(1_000);
    expect(ended).toBe(false);
    end();
    await ending;
    await jest.advanceTimersByTimeAsync(60 * 60_000);
    expect(compare).toHaveBeenCalledTimes(3);
  } finally {
    jest.useRealTimers();
  }
});
