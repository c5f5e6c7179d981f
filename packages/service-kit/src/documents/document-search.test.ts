import 'reflect-metadata';
import { text as readAll } from 'node:stream/consumers';
import { L, ListOf, Nested, Text, valueAt } from '@portal/contract-kit';
import { Entity, type MigrationInterface, type QueryRunner } from 'typeorm';
import { type Call, systemCall } from '../auth/actor.ts';
import { dateTime } from '../clock.ts';
import { CodeColumn } from '../database/columns.ts';
import { Database } from '../database/database.ts';
import { insertRow } from '../database/insert.ts';
import { kitEntities } from '../database/kit.entities.ts';
import { KitTables1700000000000 } from '../database/kit.migration.ts';
import * as tables from '../database/tables.ts';
import { BlindIndex } from '../encryption/blind-index.ts';
import { newKey, readDataKeys } from '../encryption/data-keys.ts';
import { Encryption } from '../encryption/encryption.ts';
import { type LocalisableText, localise } from '../http/problems.ts';
import { csvLine, csvStart } from '../search/csv.ts';
import { pickColumns } from '../search/search-query.ts';
import { loadSettings, ServiceSettings } from '../settings/settings.ts';
import { type TestBackend, TestClock, testBackends } from '../testing/index.ts';
import { DocumentService } from './document.service.ts';
import type { DocumentDefinition, ServerFields } from './document-definition.ts';
import { exportAsCsv } from './document-export.ts';
import type { DocumentKit } from './document-kit.ts';
import { DocumentRow, documentColumns, documentIndices } from './document-row.ts';
import { DocumentSearch } from './document-search.ts';
import { tokensColumn, tokensLength } from './encrypted-rows.ts';

class Contact {
  @Text({ personal: true }) phone?: string;
  @Text() town?: string;
}
class NoteBody {
  @Text() title?: string;
  @Text({ personal: true }) passport?: string;
  @Nested(() => Contact) contact?: Contact;
  @ListOf(() => Contact) others?: Contact[];
}
type Note = NoteBody & ServerFields & { amount?: number | null; more?: unknown };

@Entity('note')
class NoteRow extends DocumentRow {
  @CodeColumn(60) passport: string | null;
  @CodeColumn(tokensLength(20)) passportParts: string | null;
}
class NoteTables1700000001000 implements MigrationInterface {
  name = 'NoteTables1700000001000';
  async up(q: QueryRunner): Promise<void> {
    const own = [tables.text('agencyCode', 70), tables.text('passport', 60), tables.text(tokensColumn('passport'), tokensLength(20))];
    await q.createTable(tables.table('note', [...documentColumns(), ...own], documentIndices('note')));
  }
  async down(q: QueryRunner): Promise<void> {
    await q.dropTable('note');
  }
}

const definition = {
  kind: 'note',
  title: L('Note', 'Nota'),
  rolePrefix: 'note',
  contract: NoteBody,
  row: NoteRow,
  search: { passport: { column: 'passport', type: 'TEXT' }, documentStatus: { column: 'documentStatus', type: 'TEXT' } },
  access: { contact: [], files: [], office: [] },
  listFields: ['serialReference.reference', 'title', 'contact.phone', 'contact.town', 'amount'],
  csv: [
    { title: 'Reference; number', path: 'serialReference.reference' },
    { title: 'Title', path: 'title' },
    { title: 'Passport', path: 'passport' },
    { title: 'Telephone', path: 'contact.phone' },
    { title: 'Contact', path: 'contact' },
    { title: 'Others', path: 'others' },
    { title: 'Second town', path: 'others.1.town' },
    { title: 'Amount', path: 'amount' },
    { title: 'More', path: 'more' },
    { title: 'Nothing', path: 'title.nothing' },
    { title: 'Id', path: 'id' },
    { title: 'Version', path: 'version' },
    { title: 'Status', path: 'documentStatus' },
    { title: 'Created at', path: 'createdAt' },
  ],
} as unknown as DocumentDefinition<NoteBody, Note, string, NoteRow>;

/** Texts that are difficult to write into a CSV cell; they are used in turn. */
const texts = ['plain', '=SUM(1)', '+670', '-1', '@home', 'a "quoted", one', 'two\nlines', '\r\nand more', 'semi;colon', 'João Ç', '', '＝wide', '\ttab', '🌊'];
const textOf = (n: number): string => texts[n % texts.length] as string;

/** Returns the body of the n-th note. Every field is missing, null or filled in in some of the notes. */
function bodyOf(n: number): Record<string, unknown> {
  // The fields are in the order that encryption produces: encrypted fields come after clear ones.
  const contact = { town: textOf(n + 3), phone: `+670 ${n}` };
  return {
    title: textOf(n),
    ...(n % 3 ? { passport: `${textOf(n + 1)}P${n}` } : n % 2 ? { passport: null } : {}),
    ...(n % 4 ? { contact: n % 5 ? contact : { town: 'Dili' } } : n % 8 ? { contact: null } : {}),
    ...(n % 6 ? { others: [{ town: 'Baucau' }, contact, ...(n % 7 ? [] : [{ phone: '1' }])] } : { others: [] }),
    ...(n % 2 ? { amount: n % 9 ? -n : null } : {}),
    ...(n % 10 ? {} : { more: { deep: [textOf(n)], flag: n % 20 === 0 } }),
    ...(n % 11 ? { serialReference: { reference: `NOT-${n}`, number: n } } : {}),
    actions: [{ user: { name: 'Ana', email: 'ana@example.org', mobile: '' } }],
  };
}

describe.each(testBackends())('an export on %s', (_engine, makeBackend) => {
  /** More rows than are read at once. */
  const count = 620;
  const all: { id: string; version: number; documentStatus: string; createdAt: Date; body: Record<string, unknown> }[] = [];
  let backend: TestBackend;
  let db: Database;
  let search: DocumentSearch<NoteBody, Note, string, NoteRow>;
  const call: Call = { ...systemCall('export-test'), actor: { sub: 'olga', name: 'Olga', roles: ['note-read', 'note-search'], agencies: ['OFFICE'] } as never };

  beforeAll(async () => {
    backend = await makeBackend();
    db = await Database.open(loadSettings(ServiceSettings, backend.env), {
      service: 'notes',
      entities: [...kitEntities, NoteRow],
      migrations: [KitTables1700000000000, NoteTables1700000001000],
    });
    const keys = readDataKeys({ keys: [newKey('k1')], indexKeys: [newKey('i1')] });
    const serviceThat = (encrypts: boolean) =>
      new DocumentService(definition, {
        db,
        encryption: new Encryption(keys, encrypts),
        blindIndex: new BlindIndex(keys),
        clock: new TestClock(),
        searchColumns: { areCurrent: () => true },
        audit: { read: async () => undefined },
        catalogues: { warm: async () => undefined, localised: (_contract: unknown, model: object) => model },
        calendar: { ready: async () => undefined, heldDayOf: () => '2026-11-22' },
      } as unknown as DocumentKit);
    const [encrypting, earlier] = [serviceThat(true), serviceThat(false)];
    search = new DocumentSearch(encrypting);
    await db.write(async (tx) => {
      for (let n = 0; n < count; n++) {
        const body = bodyOf(n);
        const shown = {
          id: `note-${String((n * 7919) % 1000).padStart(4, '0')}`.padEnd(36, 'x'),
          version: 1 + (n % 3),
          documentStatus: n % 5 ? 'CREATED' : 'VERIFIED',
          // Many rows have the same time, also where one batch ends and the next begins.
          createdAt: new Date(1_700_000_000_000 + Math.floor(n / 40) * 1_001),
          body,
        };
        all.push(shown);
        const row = {
          ...shown,
          ownerSub: null,
          agencyCode: 'OFFICE',
          reference: `NOT-${n}`,
          documentCode: 'NOT',
          stepSince: null,
          dueAt: null,
          updatedAt: shown.createdAt,
          updatedBy: '',
          lastAction: 'register',
        };
        // Every fourth row was stored before encryption was turned on.
        await insertRow(
          tx,
          NoteRow,
          (n % 4 ? encrypting : earlier).rows.toStoredRow({
            ...row,
            passport: (body.passport as string) ?? null,
            passportParts: null,
            searchVersion: null,
          } as NoteRow),
        );
      }
    });
    all.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));
  });
  afterAll(async () => {
    await db?.close();
    await backend?.remove();
  });

  /** Builds the expected export from the whole documents. */
  const expected = (rows: typeof all, columns: readonly { title: LocalisableText; path: string }[], listed: boolean): string =>
    csvStart +
    [
      csvLine(columns.map((c) => localise(c.title, 'en'))),
      ...rows.map(({ body, createdAt, ...server }) => {
        const model = { ...body, ...server };
        const { version, documentStatus } = server;
        const at = dateTime(createdAt);
        const shown = listed
          ? { ...pickColumns(model, definition.listFields), version, documentStatus, documentCreatedAt: at, createdAt: at }
          : { ...model, createdAt: at };
        return csvLine(columns.map((c) => valueAt(shown, c.path)));
      }),
    ].join('');
  const exported = async (q: object): Promise<string> => readAll(await exportAsCsv(search, JSON.stringify(q), call));

  it('shows every column of every row as the whole document has it, newest first', async () => {
    const csv = await exported({});
    expect(csv).toBe(expected(all, definition.csv, false));
    for (const text of [`'=SUM(1)`, '"a ""quoted"", one"', '"two\nlines"', `"'\r\nand more"`, `'＝wide`, '🌊']) expect(csv).toContain(`,${text},`);
    expect(csv).toContain(`"{""town"":""Dili""}"`);
  });

  it('shows no more in requested columns than the list does', async () => {
    const asked = ['contact', 'amount', 'passport', 'others', 'createdAt', 'more.deep', 'serialReference', 'toString'];
    const columns = asked.flatMap((path) => {
      const known = definition.csv.filter((c) => c.path === path || c.path.startsWith(`${path}.`));
      return known.length ? known : [{ title: path, path }];
    });
    const csv = await exported({ viewColumns: asked });
    expect(csv).toBe(expected(all, columns, true));
    expect(csv).not.toContain('Baucau');
  });

  it('finds the requested rows, also by encrypted fields', async () => {
    const q = (fieldName: string, operation: string, value: string) => ({
      criteria: [{ expressionType: 'SearchCriterion', dataType: 'TEXT', fieldName, operation, values: [value] }],
    });
    const holding = all.filter(({ body }) => String(body.passport ?? '').includes('P61'));
    expect(holding.length).toBeGreaterThan(5);
    expect(await exported(q('passport', 'CONTAINS', 'p61'))).toBe(expected(holding, definition.csv, false));
    const verified = all.filter(({ documentStatus }) => documentStatus === 'VERIFIED');
    expect(await exported(q('documentStatus', 'EQ', 'VERIFIED'))).toBe(expected(verified, definition.csv, false));
    expect(await exported(q('documentStatus', 'EQ', 'LOST'))).toBe(expected([], definition.csv, false));
  });
});
