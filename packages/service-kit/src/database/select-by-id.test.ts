import { loadSettings, ServiceSettings } from '../settings/settings.ts';
import { type TestBackend, testBackends } from '../testing/index.ts';
import { Database } from './database.ts';
import { insertRow } from './insert.ts';
import { IdempotencyRow, kitEntities } from './kit.entities.ts';
import { KitTables1700000000000 } from './kit.migration.ts';

describe.each(testBackends())('rows by their id on %s', (_engine, makeBackend) => {
  let backend: TestBackend;
  let db: Database;
  const ids = Array.from({ length: 40 }, (_, n) => `row-${n}`);
  beforeAll(async () => {
    backend = await makeBackend();
    db = await Database.open(loadSettings(ServiceSettings, backend.env), { service: 'rows', entities: kitEntities, migrations: [KitTables1700000000000] });
    await Promise.all(
      ids.map((id) => db.write((tx) => insertRow(tx, IdempotencyRow, { id, fingerprint: id, status: 201, answer: { of: [id] }, at: new Date(1_000) }))),
    );
  });
  afterAll(async () => {
    await db.close();
    await backend.remove();
  });

  it('are found as TypeORM finds them, also by many calls at once; a missing row is not found', async () => {
    const asked = [...ids, 'nothing', 'row-7'];
    const found = await Promise.all(asked.map((id) => db.findById(IdempotencyRow, id)));
    expect(found.map((row) => row?.id)).toEqual([...ids, undefined, 'row-7']);
    expect(found[7]).toEqual(await db.reader.findOneBy(IdempotencyRow, { id: 'row-7' }));
    expect(found[7]).toMatchObject({ answer: { of: ['row-7'] }, at: new Date(1_000) });
  });

  it('are separate objects for two callers who ask for the same row', async () => {
    const [one, other] = await Promise.all([db.findById(IdempotencyRow, 'row-1'), db.findById(IdempotencyRow, 'row-1')]);
    expect(one).toEqual(other);
    expect(one?.answer).not.toBe(other?.answer);
  });
});
