import { loadSettings, ServiceSettings } from '../settings/settings.ts';
import { type TestBackend, testBackends } from '../testing/index.ts';
import { Database } from './database.ts';
import { kitEntities } from './kit.entities.ts';
import { KitTables1700000000000 } from './kit.migration.ts';

describe.each(testBackends())('a connection without an answer on %s', (engine, makeBackend) => {
  let backend: TestBackend;
  let db: Database;
  /** Database opened as a command opens it, without a socket timeout. */
  let patient: Database;
  beforeAll(async () => {
    backend = await makeBackend();
    const settings = loadSettings(ServiceSettings, { ...backend.env, DATABASE_POOL: '1' });
    const options = { service: 'silent', entities: kitEntities, migrations: [KitTables1700000000000] };
    // `patient` is opened first because it creates the tables, which may take longer than the timeout of `db`.
    patient = await Database.open(settings, options);
    db = await Database.open(settings, { ...options, socketTimeoutMs: 1_500 });
  });
  afterAll(async () => {
    await patient.close();
    await db.close();
    await backend.remove();
  });

  it('is closed, and the next statement opens a new one', async () => {
    // The embedded database is in this process, so it has no connection to lose.
    if (engine === 'embedded') return expect(await db.reading.query('select 1 as one')).toEqual([{ one: 1 }]);
    const id = async (): Promise<number> => Number((await db.reading.query('select connection_id() as id'))[0].id);
    const first = await id();
    await expect(db.reading.query('select sleep(30)')).rejects.toThrow('silent');
    expect(await id()).not.toBe(first);
    await expect(db.write((tx) => tx.query('select sleep(30)'))).rejects.toThrow('silent');
    expect(await id()).not.toBe(first);
    expect(await patient.reading.query('select sleep(2) as slept')).toEqual([{ slept: 0 }]);
  });
});
