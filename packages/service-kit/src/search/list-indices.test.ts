import 'reflect-metadata';
import type { Database } from '../database/database.ts';
import { CaseDesk, testBackends } from '../testing/index.ts';
import { ListIndices } from './list-indices.ts';

describe.each(testBackends())('indices of lists on %s', (_engine, makeBackend) => {
  let desk: CaseDesk;
  let db: Database;
  beforeAll(async () => {
    desk = await CaseDesk.open(await makeBackend());
    db = desk.cases.kit.db;
  });
  afterAll(() => desk?.close());

  const table = 'work_case';
  const named = async (index: string | undefined): Promise<string | undefined> => index;

  it('are named where the table has them, and the database is one that must be told', async () => {
    const indices = new ListIndices(db);
    const isTold = db.engine === 'mysql';
    expect(await indices.read(table, ['dueAt'], named)).toBe(isTold ? 'lx_work_case_dueAt' : undefined);
    expect(await indices.read(table, ['lane'], named)).toBeUndefined();
    expect(await indices.read('no_table', ['dueAt'], named)).toBeUndefined();
  });

  it('may be dropped by a later release while lists are read by them', async () => {
    const { id } = await desk.register({ holderName: 'INDEXED' });
    const indices = new ListIndices(db);
    const tried: (string | undefined)[] = [];
    const read = (index: string | undefined): Promise<{ id: string }[]> => {
      tried.push(index);
      return db.reader.query(`select d.id as id from ${table} d ${index ? `force index (${index})` : ''} where d.dueAt is not null`);
    };
    expect((await indices.read(table, ['dueAt'], read)).map((row) => row.id)).toEqual([id]);
    await db.write((tx) => tx.query(`drop index lx_work_case_dueAt${db.engine === 'mysql' ? ` on ${table}` : ''}`));
    expect((await indices.read(table, ['dueAt'], read)).map((row) => row.id)).toEqual([id]);
    expect((await indices.read(table, ['dueAt'], read)).map((row) => row.id)).toEqual([id]);
    const name = db.engine === 'mysql' ? 'lx_work_case_dueAt' : undefined;
    expect(tried).toEqual(name ? [name, name, undefined, undefined] : [undefined, undefined, undefined]);
    // Any other error is thrown.
    await expect(indices.read(table, ['id'], () => db.reader.query('select nothing from nowhere'))).rejects.toThrow();
  });
});
