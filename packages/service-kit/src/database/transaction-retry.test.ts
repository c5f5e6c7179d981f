import type { EntityManager } from 'typeorm';
import { QueryFailedError } from 'typeorm';
import { isTransientError } from '../http/transient-errors.ts';
import { loadSettings, ServiceSettings } from '../settings/settings.ts';
import { type TestBackend, testBackends } from '../testing/index.ts';
import { Database } from './database.ts';
import { insertRow } from './insert.ts';
import { kitEntities, SerialCounterRow } from './kit.entities.ts';
import { KitTables1700000000000 } from './kit.migration.ts';
import { maxAttempts, pauseBeforeRetry } from './transaction-retry.ts';

const failed = (code: string) => new QueryFailedError('update', [], Object.assign(new Error(code), { code }));

describe('a failed transaction', () => {
  it.each(['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT', 'ER_CHECKREAD'])('is run again after %s, also at its commit: the server has rolled it back', (code) => {
    for (const committing of [false, true]) expect(pauseBeforeRetry(failed(code), 1, committing)).toBeLessThan(50);
  });

  it.each(['PROTOCOL_CONNECTION_LOST', 'ECONNRESET', 'ECONNREFUSED', 'ER_UNKNOWN_COM_ERROR'])('is run again after %s only before COMMIT was sent', (code) => {
    expect([1, 2].map((attempt) => pauseBeforeRetry(failed(code), attempt, false))).toEqual([100, 200]);
    expect(pauseBeforeRetry(Object.assign(new Error(), { code }), 1, false)).toBe(100);
    expect(pauseBeforeRetry(failed(code), 1, true)).toBeUndefined();
  });

  it('is run again on a connection that was closed before its first statement', () => {
    expect(pauseBeforeRetry(new Error("Can't add new command when connection is in closed state"), 1, false)).toBe(100);
  });

  it.each(['ER_ERROR_DURING_COMMIT', 'ETIMEDOUT', 'ER_DUP_ENTRY', 'ER_BAD_FIELD_ERROR'])('is never run again after %s', (code) => {
    expect(pauseBeforeRetry(failed(code), 1, false)).toBeUndefined();
  });

  it('is given up after some attempts, and its caller may come again', () => {
    expect(pauseBeforeRetry(failed('ER_LOCK_DEADLOCK'), maxAttempts, false)).toBeUndefined();
    for (const code of ['ER_LOCK_DEADLOCK', 'ER_UNKNOWN_COM_ERROR', 'ER_ERROR_DURING_COMMIT']) expect(isTransientError(failed(code))).toBe(true);
    for (const error of [null, undefined, 'text', new TypeError('no')]) expect(pauseBeforeRetry(error, 1, false)).toBeUndefined();
  });
});

for (const [engine, makeBackend] of testBackends().slice(1)) {
  describe(`a connection that is lost on ${engine}`, () => {
    let backend: TestBackend;
    let db: Database;
    beforeAll(async () => {
      backend = await makeBackend();
      db = await Database.open(loadSettings(ServiceSettings, backend.env), { service: 'lost', entities: kitEntities, migrations: [KitTables1700000000000] });
    });
    afterAll(async () => {
      await db.close();
      await backend.remove();
    });

    const cut = async (tx: EntityManager): Promise<void> => {
      const [{ id }] = await tx.query('select connection_id() as id');
      await db.reader.query(`kill ${Number(id)}`);
    };

    it('within a transaction is not noticed by the caller, and its work happens once', async () => {
      let runs = 0;
      await db.write(async (tx) => {
        await insertRow(tx, SerialCounterRow, { id: 'within', number: 1 });
        if (++runs === 1) await cut(tx);
        await tx.query('select 1');
      });
      expect(runs).toBe(2);
      expect(await db.reader.countBy(SerialCounterRow, { id: 'within' })).toBe(1);
    });

    it('with a single statement that may be made twice is not noticed by the caller', async () => {
      await db.write((tx) => insertRow(tx, SerialCounterRow, { id: 'single', number: 1 }));
      let runs = 0;
      const { affected } = await db.writeOne(async (manager) => {
        if (++runs === 1) throw failed('PROTOCOL_CONNECTION_LOST');
        return manager.update(SerialCounterRow, { id: 'single', number: 1 }, { number: 2 });
      });
      expect([runs, affected]).toEqual([2, 1]);
    });

    it('at the commit is reported to the caller, who alone knows whether to repeat the call', async () => {
      let runs = 0;
      const write = db.write(async (tx) => {
        runs++;
        await insertRow(tx, SerialCounterRow, { id: 'commit', number: 1 });
        await cut(tx);
      });
      expect(isTransientError(await write.catch((error: unknown) => error))).toBe(true);
      expect(runs).toBe(1);
    });
  });
}
