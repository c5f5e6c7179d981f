import 'reflect-metadata';
import { Database } from '../database/database.ts';
import { SerialCounterRow } from '../database/kit.entities.ts';
import { databaseOptions } from '../kit.module.ts';
import { loadSettings, ServiceSettings } from '../settings/settings.ts';
import { type TestBackend, TestClock, testBackends } from '../testing/index.ts';
import { Serials } from './serials.ts';

describe.each(testBackends())('serial numbers on %s', (_engine, makeBackend) => {
  let backend: TestBackend;
  let db: Database;
  const clock = new TestClock(new Date('2026-03-27T12:00:00Z'));
  beforeAll(async () => {
    backend = await makeBackend();
    const settings = loadSettings(ServiceSettings, backend.env);
    db = await Database.open(settings, databaseOptions({ service: 'numbers', settings, entities: [], migrations: [] }));
  });
  afterAll(async () => {
    await db?.close();
    await backend?.remove();
  });

  const numbersOf = async (code: string, count: number, instances: readonly Serials[]): Promise<number[]> => {
    const asked = Array.from({ length: count }, async (_, i) => {
      // Some calls are made at the same moment, others one after another.
      await new Promise((done) => setTimeout(done, (i % 7) * 3));
      return (await (instances[i % instances.length] as Serials).next(code)).number;
    });
    return (await Promise.all(asked)).sort((a, b) => a - b);
  };
  const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

  it('are each given once, without a gap, by one instance and by several', async () => {
    expect(await numbersOf('ONE', 60, [new Serials(db, clock)])).toEqual(upTo(60));
    const three = [1, 2, 3].map(() => new Serials(db, clock));
    expect(await numbersOf('ALL', 90, three)).toEqual(upTo(90));
    const [first, second] = three as [Serials, Serials];
    const inTurn: number[] = [];
    for (let turn = 0; turn < 6; turn++) inTurn.push((await (turn % 2 ? first : second).next('ALL')).number);
    expect(inTurn).toEqual([91, 92, 93, 94, 95, 96]);
  });

  it('go on from the database, also where it was brought back to an earlier moment', async () => {
    const serials = new Serials(db, clock);
    expect(await numbersOf('BACK', 5, [serials])).toEqual(upTo(5));
    const set = (number: number) => db.write((tx) => tx.update(SerialCounterRow, { id: 'BACK/A/2026' }, { number }));
    await set(2);
    expect([(await serials.next('BACK')).reference, (await serials.next('BACK')).number]).toEqual(['BACK-2026-0000003', 4]);
    await set(70);
    expect([(await serials.next('BACK')).number, (await serials.next('BACK')).number]).toEqual([71, 72]);
  });

  it('take one statement where no other instance has raised the counter since', async () => {
    const serials = new Serials(db, clock);
    await serials.next('FAST');
    const transaction = jest.spyOn(db, 'write');
    for (const number of [2, 3, 4]) expect((await serials.next('FAST')).number).toBe(number);
    expect(transaction).not.toHaveBeenCalled();
    transaction.mockRestore();
  });
});
