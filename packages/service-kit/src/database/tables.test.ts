import { loadSettings, ServiceSettings } from '../settings/settings.ts';
import { type TestBackend, testBackends } from '../testing/index.ts';
import { Database } from './database.ts';
import { changeIndices, id, index, table, text } from './tables.ts';

describe('the name of an index', () => {
  it('says the table and the columns', () => {
    expect(index('permit', ['number', 'id']).name).toBe('ix_permit_number_id');
    expect(index('permit', ['number'], true).name).toBe('ux_permit_number');
  });

  it('is another one for other columns, also where it would be too long, and fits every database', () => {
    const columns = ['documentStatus', 'stepSince', 'identifier', 'agencyCode', 'createdAt'];
    const names = ['lane', 'post', 'lastName'].map((last) => index('arrival_declaration', [...columns, last]).name ?? '');
    expect(new Set(names).size).toBe(3);
    for (const name of names) expect(name).toMatch(/^ix_arrival_declaration_documentStatus_stepSince_i.*_[0-9a-f]{8}$/);
    for (const name of names) expect(name.length).toBeLessThanOrEqual(64);
  });
});

const columns = ['documentStatus', 'stepSince', 'identifier', 'agencyCode'];
const [wanted, other] = [index('permit_of_a_trader', columns), index('permit_of_a_trader', [...columns, 'id'])];
const former = { ...wanted, name: `ix_permit_of_a_trader_${columns.join('_')}`.slice(0, 60) };

/** Creates a table as an earlier release left it, with an index name that is cut off. */
class Former1700000000001 {
  name = 'Former1700000000001';
  async up(q: never): Promise<void> {
    const named = columns.map((column) => text(column, 10));
    await (q as { createTable(table: unknown): Promise<void> }).createTable(table('permit_of_a_trader', [id(), ...named], [former]));
  }
  async down(): Promise<void> {}
}

describe.each(testBackends())('indices whose names an earlier release has cut off, on %s', (_name, makeBackend) => {
  let backend: TestBackend;
  let db: Database;
  beforeEach(async () => {
    backend = await makeBackend();
    db = await Database.open(loadSettings(ServiceSettings, backend.env), { service: 'cut', entities: [], migrations: [Former1700000000001] });
  });
  afterEach(async () => {
    await db.close();
    await backend.remove();
  });

  it('are not made a second time, and can be dropped', async () => {
    const names = async (): Promise<(string | undefined)[]> =>
      db.write(async (tx) => {
        tx.queryRunner?.clearSqlMemory();
        return ((await tx.queryRunner?.getTable('permit_of_a_trader'))?.indices ?? []).map(({ name }) => name).sort();
      });
    await db.write(async (tx) => changeIndices(tx.queryRunner as never, 'permit_of_a_trader', [wanted, other]));
    expect(await names()).toEqual([former.name, other.name].sort());
    await db.write(async (tx) => changeIndices(tx.queryRunner as never, 'permit_of_a_trader', [], [wanted]));
    expect(await names()).toEqual([other.name]);
  });
});
