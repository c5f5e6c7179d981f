import { loadSettings, ServiceSettings } from '../settings/settings.ts';
import { type TestBackend, testBackends } from '../testing/index.ts';
import { Database } from './database.ts';
import { insertRow } from './insert.ts';
import { IdempotencyRow, kitEntities } from './kit.entities.ts';
import { KitTables1700000000000 } from './kit.migration.ts';
import { updateRows } from './update-rows.ts';

describe.each(testBackends())('several rows changed by one statement on %s', (_engine, makeBackend) => {
  let backend: TestBackend;
  let db: Database;
  const ids = ['a', 'b', 'c', 'd'];
  beforeAll(async () => {
    backend = await makeBackend();
    db = await Database.open(loadSettings(ServiceSettings, backend.env), { service: 'rows', entities: kitEntities, migrations: [KitTables1700000000000] });
  });
  beforeEach(() =>
    db.write(async (tx) => {
      await tx.clear(IdempotencyRow);
      for (const id of ids) await insertRow(tx, IdempotencyRow, { id, fingerprint: `of ${id}`, status: 201, answer: { of: id }, at: new Date(1_000) });
    }),
  );
  afterAll(async () => {
    await db.close();
    await backend.remove();
  });

  const rows = () => db.reader.find(IdempotencyRow, { order: { id: 'ASC' } });
  /** Changes the rows with these ids and returns the statements that were sent. */
  const change = async (to: Record<string, Partial<IdempotencyRow>>): Promise<string[]> => {
    const sent: string[] = [];
    const before = await rows();
    await db.write(async (tx) => {
      const query = tx.query.bind(tx);
      tx.query = ((sql: string, values: unknown[]) => {
        sent.push(sql);
        return query(sql, values);
      }) as never;
      await updateRows(
        tx,
        IdempotencyRow,
        before.filter(({ id }) => to[id]).map((row) => ({ row, to: to[row.id] as Partial<IdempotencyRow> })),
      );
    });
    return sent;
  };

  it('get each its own values, and the others keep theirs', async () => {
    const [one, two] = [new Date(5_000), new Date(6_000)];
    const sent = await change({ a: { fingerprint: "A's ?", answer: { is: ['new'] }, at: one }, c: { fingerprint: 'of c', at: two } });
    expect(sent).toHaveLength(1);
    expect(await rows()).toMatchObject([
      { id: 'a', fingerprint: "A's ?", status: 201, answer: { is: ['new'] }, at: one },
      { id: 'b', fingerprint: 'of b', status: 201, answer: { of: 'b' }, at: new Date(1_000) },
      { id: 'c', fingerprint: 'of c', status: 201, answer: { of: 'c' }, at: two },
      { id: 'd', fingerprint: 'of d' },
    ]);
  });

  it('write a value once that all of them get, and no column that keeps its value', async () => {
    const [sent] = await change({ a: { fingerprint: 'of a', status: 409 }, b: { fingerprint: 'of b', status: 409 } });
    expect(sent).toMatch(/ set \W?status\W? = \? where /);
    expect((await rows()).map(({ status }) => status)).toEqual([409, 409, 201, 201]);
  });

  it('are not written where nothing changes, nor where there are none', async () => {
    expect([await change({ a: { status: 201 } }), await change({})]).toEqual([[], []]);
  });
});
