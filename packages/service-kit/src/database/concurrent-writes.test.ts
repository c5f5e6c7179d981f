import { loadSettings, ServiceSettings } from '../settings/settings.ts';
import { type TestBackend, testBackends } from '../testing/index.ts';
import { afterCommit } from './after-commit.ts';
import { Database } from './database.ts';
import { insertRow } from './insert.ts';
import { kitEntities, SerialCounterRow } from './kit.entities.ts';
import { KitTables1700000000000 } from './kit.migration.ts';

describe.each(testBackends())('writes at the same moment on %s', (engine, makeBackend) => {
  let backend: TestBackend;
  let db: Database;
  beforeAll(async () => {
    backend = await makeBackend();
    db = await Database.open(loadSettings(ServiceSettings, backend.env), { service: 'together', entities: kitEntities, migrations: [KitTables1700000000000] });
  });
  afterAll(async () => {
    await db.close();
    await backend.remove();
  });
  beforeEach(() => db.write((tx) => tx.clear(SerialCounterRow)));

  const add = (id: string, durable = true) => db.write((tx) => insertRow(tx, SerialCounterRow, { id, number: 1 }), { durable });
  /** Returns what another connection sees: committed rows only. */
  const committed = async (): Promise<string[]> => (await db.reader.find(SerialCounterRow, { order: { id: 'ASC' } })).map(({ id }) => id);

  it('are committed before they are answered, and a failed one rolls back only its own changes', async () => {
    const failing = db.write(async (tx) => {
      await insertRow(tx, SerialCounterRow, { id: 'b', number: 1 });
      throw new Error('no');
    });
    const [a, again, b, c] = await Promise.allSettled([add('a').then(committed), add('a').then(committed), failing, add('c', false)]);
    // The database decides which of the two equal inserts succeeds.
    expect([a, again].filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect([a, again]).toContainEqual({ status: 'fulfilled', value: expect.arrayContaining(['a']) });
    expect(b).toMatchObject({ status: 'rejected', reason: new Error('no') });
    expect(c.status).toBe('fulfilled');
    expect(await committed()).toEqual(['a', 'c']);
  });

  it('are all kept when there are many', async () => {
    const ids = Array.from({ length: 200 }, (_, n) => `n${String(n).padStart(3, '0')}`);
    await Promise.all(ids.map((id, n) => add(id, n % 3 > 0)));
    expect(await committed()).toEqual(ids);
  });

  it('run their work for after the commit, unless they failed', async () => {
    const seen: Promise<boolean>[] = [];
    const write = (id: string, fails = false) =>
      db.write(async (tx) => {
        afterCommit(tx, () => void seen.push(committed().then((all) => all.includes(id))));
        await insertRow(tx, SerialCounterRow, { id, number: 1 });
        if (fails) throw new Error('no');
      });
    await Promise.allSettled([write('a'), write('b', true), write('c')]);
    expect(await Promise.all(seen)).toEqual([true, true]);
  });

  if (engine === 'embedded')
    it('are all refused when SQLite ends their common transaction by itself', async () => {
      const lost = db.write(async (tx) => {
        await tx.query('rollback');
        throw new Error('disk I/O error');
      });
      const results = await Promise.allSettled([add('a'), lost, add('b')]);
      expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
      await add('later');
      expect(await committed()).toEqual(['later']);
    });
});
