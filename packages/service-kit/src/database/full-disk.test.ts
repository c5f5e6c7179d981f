import { loadSettings, ServiceSettings } from '../settings/settings.ts';
import { type TestBackend, testBackends } from '../testing/index.ts';
import { Database } from './database.ts';
import { kitEntities, SerialCounterRow } from './kit.entities.ts';
import { KitTables1700000000000 } from './kit.migration.ts';

describe.each(testBackends().slice(0, 1))('a database on a full disk on %s', (_name, makeBackend) => {
  let backend: TestBackend;
  let db: Database;
  beforeAll(async () => {
    backend = await makeBackend();
    db = await Database.open(loadSettings(ServiceSettings, backend.env), { service: 'full', entities: kitEntities, migrations: [KitTables1700000000000] });
  });
  afterAll(async () => {
    await db.close();
    await backend.remove();
  });

  const add = (id: string, more = '') => db.write((tx) => tx.insert(SerialCounterRow, { id: `${id}${more}`, number: 1 }));
  /** Returns what another connection sees: committed rows only. */
  const committed = async (): Promise<string[]> => (await db.reader.find(SerialCounterRow, { order: { id: 'ASC' } })).map(({ id }) => id.slice(0, 6));

  it('refuses a write that does not fit, and commits again as soon as there is space', async () => {
    await add('before');
    const pages = Number((await db.write((tx) => tx.query('pragma page_count')))[0].page_count);
    const most = (count: number) => db.write((tx) => tx.query(`pragma max_page_count = ${count}`));
    await most(pages);
    const filling = db.write(async (tx) => {
      for (let n = 0; n < 500; n++) await tx.insert(SerialCounterRow, { id: `full-${n}-${'x'.repeat(60)}`, number: n });
    });
    await expect(filling).rejects.toThrow(/full/);
    expect(await committed()).toEqual(['before']);
    await most(1_000_000);
    await add('after1');
    await add('after2');
    expect(await committed()).toEqual(['after1', 'after2', 'before']);
  });

  it('commits again after transactions that SQLite has ended by itself, as it may when a disk is full or fails', async () => {
    for (const endsItself of [true, false]) {
      const failing = db.write(async (tx) => {
        await tx.insert(SerialCounterRow, { id: `failing-${endsItself}`, number: 1 });
        if (endsItself) await tx.query('rollback');
        throw new Error('disk I/O error');
      });
      await expect(failing).rejects.toThrow('disk I/O error');
    }
    await add('later1');
    await add('later2');
    expect(await committed()).toEqual(['after1', 'after2', 'before', 'later1', 'later2']);
  });
});
