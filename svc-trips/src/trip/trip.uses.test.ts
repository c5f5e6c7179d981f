import { CatalogueUses, Database, Retention } from '@portal/service-kit';
import { callHeaders, testBackends } from '@portal/service-kit/testing';
import { aTrip, catalogues } from '../testing/bodies.ts';
import { useDesk } from '../testing/desk.ts';
import { TripRow } from './trip.row.ts';

interface Uses {
  records: { kind: string; title: { en: string }; documents: number; complete: boolean }[];
}

describe.each(testBackends())('how many trips use a catalogue record, on %s', (_engine, makeBackend) => {
  const { desk, clock } = useDesk(makeBackend);
  const uses = () => desk().service.app.get(CatalogueUses);
  const db = () => desk().service.app.get(Database);
  const ask = async (catalogue: string, code: string, token?: string) => {
    const path = `/internal/catalogue-uses/${catalogue}/${encodeURIComponent(code)}`;
    const response = await fetch(`${desk().service.url}${path}`, {
      headers: { ...(await callHeaders(desk().env, 'svc-reference', 'svc-trips')), ...(token ? { 'X-Internal-Token': token } : {}) },
    });
    return { status: response.status, body: (await response.json()) as Uses };
  };
  const number = async (catalogue: string, code: string): Promise<number> => (await ask(catalogue, code)).body.records[0]?.documents ?? -1;
  const register = async (change: object = {}) => (await desk().register('trip-agent', 'TIBE', change)).body.model;
  const amend = async (id: string, change: object) => {
    const { status, body } = await desk().act('trip-agent', id, 'amendment', aTrip('TIBE', change));
    expect([status, body.errors]).toEqual([200, undefined]);
  };

  /** Counts the uses by reading every trip. */
  const counted = async (): Promise<Map<string, number>> => {
    const found = new Map<string, number>();
    for (const row of await db().reader.find(TripRow))
      for (const [catalogue, codes] of uses().codesOf('triptic-trip', row))
        for (const code of codes) found.set(`${catalogue} ${code}`, (found.get(`${catalogue} ${code}`) ?? 0) + 1);
    return found;
  };
  const expectExact = async (): Promise<void> => {
    const expected = await counted();
    expect(expected.size).toBeGreaterThan(10);
    for (const [name, records] of Object.entries(catalogues))
      for (const { code } of records) expect([name, code, await number(name, code)]).toEqual([name, code, expected.get(`${name} ${code}`) ?? 0]);
  };

  it('is answered only to other services, and names no document', async () => {
    await register();
    expect((await ask('vehicle-categories', 'CAR', 'guessed')).status).toBe(403);
    const { body } = await ask('vehicle-categories', 'CAR');
    expect(body.records).toEqual([
      { kind: 'triptic-trip', title: { en: 'Vehicle trip permit', pt: 'Autorização de viagem de veículo' }, documents: 1, complete: true },
    ]);
    expect((await ask('vehicle-categories', 'NONE')).body.records[0]?.documents).toBe(0);
  });

  it('follows each write: fields, rows, questions, personal fields, its document and agency', async () => {
    const before = await number('vehicle-categories', 'CAR');
    const { id } = await register({ nationalityCode: 'ID', goods: [{ productCode: '0901', quantity: '3', value: 9 }] });
    expect(await number('vehicle-categories', 'CAR')).toBe(before + 1);
    const now = [
      await number('questions', 'TIBE-Q1'),
      await number('documents', 'TIBE'),
      await number('agencies', 'DNTT'),
      await number('commodities', '0901'),
    ];
    expect(now).toEqual([before + 1, before + 1, before + 1, 1]);
    await amend(id, { categoryCode: 'SUV', goods: [{}] });
    expect([await number('vehicle-categories', 'CAR'), await number('vehicle-categories', 'SUV'), await number('commodities', '0901')]).toEqual([before, 1, 0]);
    await expectExact();
    // A refused write changes no counter.
    expect((await desk().act('trip-agent', id, 'amendment', aTrip('TIBE', { categoryCode: 'NONE' }))).status).toBe(422);
    await expectExact();
  });

  it('stays the same when the waiting changes are added to the counters', async () => {
    await desk().trips.kit.statistics.addChanges();
    await expectExact();
  });

  it('falls when a trip is erased', async () => {
    const id = await desk().lead('CONFIRMED FOR RETURN');
    const before = await number('documents', 'TIBE');
    clock.pass(20 * 365 * 86_400_000);
    expect(await desk().service.app.get(Retention).run()).toBe(1);
    expect(await db().reader.countBy(TripRow, { id })).toBe(0);
    expect(await number('documents', 'TIBE')).toBe(before - 1);
    await expectExact();
  });

  it('is counted once for trips from before, while others write', async () => {
    const ids = [...(await Promise.all(Array.from({ length: 12 }, () => register())))].map(({ id }) => id);
    // The state after an upgrade: there are trips, and nothing is counted yet.
    await desk().trips.kit.statistics.addChanges();
    await db().write(async (tx) => {
      await tx.query("delete from statistic where series = 'C'");
      await tx.query("update catalogue_use_check set upTo = '', completeAt = null");
    });
    const fresh = new CatalogueUses(
      [desk().trips.definition],
      db(),
      clock,
      desk().trips.kit.statistics,
      desk().trips.kit.encryption,
      desk().trips.kit.blindIndex,
    );
    Object.assign(desk().trips.kit, { uses: fresh });
    const incomplete = await fresh.of('vehicle-categories', 'CAR');
    expect(incomplete).toEqual([{ kind: 'triptic-trip', documents: 0, complete: false }]);
    const writers = ids.map((id, i) => amend(id, { categoryCode: i % 2 ? 'SUV' : 'CAR' }));
    await Promise.all([fresh.count(desk().trips.definition), ...writers, register(), register({ categoryCode: 'SUV' })]);
    expect((await fresh.of('vehicle-categories', 'CAR'))[0]?.complete).toBe(true);
    await expectExact();
    await amend(ids[0] as string, { categoryCode: 'SUV' });
    await expectExact();
    // Another instance finds that the count is already complete.
    await fresh.count(desk().trips.definition);
    await expectExact();
  });
});
