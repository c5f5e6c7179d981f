import { eq, q, testBackends, until } from '@portal/service-kit/testing';
import type { EntityManager } from 'typeorm';
import { createService } from '../index.ts';
import { catalogues } from '../testing/bodies.ts';
import { useDesk } from '../testing/desk.ts';
import { TripMovementFill } from './trip.movement-fill.ts';
import { TripRow } from './trip.row.ts';

for (const [name, record] of [
  ['documents', { code: 'TIBM', name: 'Permit without a movement', binder: 'TRIPTIC', agencyCode: 'DNTT', accessLevel: 2, removed: 0 }],
  ['sub-documents', { code: 'TIBM-PRI', name: 'Private car', documentCode: 'TIBM' }],
  ['travel-destinations', { code: 'TIBM-ATB', name: 'Atambua', documentCode: 'TIBM' }],
] as const)
  (catalogues[name] as object[]).push(record);

interface Reply {
  records: { id: string; groupKeys: { person: string | null; vehicle: string | null } }[];
}

describe.each(testBackends())('the search over all trips on %s', (_engine, makeBackend) => {
  const { desk, clock } = useDesk(makeBackend);
  const found = async (text: string) => (await desk().call<Reply>('trip-verifier', 'GET', `/v1/lookup?text=${encodeURIComponent(text)}`)).body.records;

  it('finds the trips of a vehicle, its owner and its driver, of both movements', async () => {
    const out = (await desk().register('public', 'TIBE', { vehicleNumber: 'tl 55-aa', chasisNumber: 'wvw-001' })).body.model;
    const back = (await desk().register('public', 'TIBI', { vehicleNumber: 'TL55AA', driverName: 'Tomé da Conceição' })).body.model;
    const ids = async (text: string) => (await found(text)).map(({ id }) => id).sort();
    const both = [out.id, back.id].sort();
    expect(await ids('TL 55 AA')).toEqual(both);
    expect(await ids('c-123456')).toEqual(both);
    expect(await ids('wvw001')).toEqual([out.id]);
    expect(await ids('conceicao')).toEqual([back.id]);
    expect(await ids('maria silva')).toEqual(both);
    expect(new Set((await found('TL55AA')).map(({ groupKeys }) => groupKeys.vehicle)).size).toBe(1);
    const related = await desk().call<Reply>('trip-verifier', 'GET', `/v1/triptic/trip/${out.id}/related`);
    expect(related.body.records.map(({ id }) => id)).toEqual([back.id]);
  });

  it('finds a trip whose document names no movement, as the lists do: it is an exit', async () => {
    const { status, body } = await desk().register('public', 'TIBM' as never, { questions: [], vehicleNumber: 'MM 1-23' });
    expect([status, body.errors]).toEqual([201, undefined]);
    expect((await found('MM123')).map(({ id }) => id)).toEqual([body.model.id]);
    const q = encodeURIComponent(
      JSON.stringify({
        criteria: [
          { expressionType: 'SearchCriterion', operation: 'EQ', dataType: 'TEXT', fieldName: 'documentDetails.movement', values: ['E'] },
          { expressionType: 'SearchCriterion', operation: 'EQ', dataType: 'TEXT', fieldName: 'vehicleNumber', values: ['MM 1-23'] },
        ],
        paging: { page: 1, size: 5 },
      }),
    );
    const listed = await desk().call<Reply>('trip-verifier', 'GET', `/v1/triptic/trip/search?q=${q}`);
    expect(listed.body.records.map(({ id }) => id)).toEqual([body.model.id]);
  });

  it('finds such a trip also after an earlier release has stored it without a movement', async () => {
    const { model: out } = (await desk().register('public', 'TIBM' as never, { questions: [], vehicleNumber: 'MM 4-56', driverName: 'Zulmira Lay' })).body;
    const { model: back } = (await desk().register('public', 'TIBI', { vehicleNumber: 'MM456' })).body;
    const { model: draft } = (await desk().call('applicant', 'POST', '/v1/triptic/trip/actions/store', { vehicleNumber: 'MM 4-56' })).body;
    const ids = [out.id, back.id, draft.id];
    const { definition, kit } = desk().trips;
    const { db } = kit;
    /** Stores a trip as an earlier release does, which counts it without a movement too. */
    const storeWithout = async (tx: EntityManager, id: string): Promise<void> => {
      const row = await tx.findOneByOrFail(TripRow, { id });
      const without = { ...row, movement: null };
      await tx.update(TripRow, { id }, { movement: null });
      await tx.query('update document_name_word set detail1 = null where documentId = ?', [id]);
      await kit.statistics.changed(definition, tx, row, without);
      await kit.counts.changed(definition, tx, [row], [without]);
    };
    await db.write(async (tx) => {
      for (const id of ids) await storeWithout(tx, id);
    });
    const statusOf = async (key: string) =>
      (await desk().call<{ tripStatus: string }>('public', 'GET', `/v1/triptic/trip/${encodeURIComponent(key)}/details`)).body.tripStatus;
    const reference = out.serialReference?.reference ?? '';
    expect([await statusOf(reference), await found('MM456')]).toEqual(['F', []]);

    const upgraded = await createService(desk().env, clock);
    await until(async () => (await statusOf(reference)) !== 'F').finally(() => upgraded.close());
    // An instance of the earlier release may write until an hour after the start.
    await db.write((tx) => storeWithout(tx, out.id));
    await desk().service.app.get(TripMovementFill).run();
    expect(await statusOf(reference)).not.toBe('F');
    expect((await found('MM456')).map(({ id }) => id).sort()).toEqual([out.id, back.id].sort());
    const movements = await Promise.all(ids.map(async (id) => (await db.findById(TripRow, id))?.movement));
    expect(movements).toEqual(['E', 'I', null]);
    const criteria = [eq('documentDetails.movement', 'E'), eq('driverName', 'Zulmira', 'TEXT', 'CONTAINS')];
    const listed = await desk().call<Reply>('trip-verifier', 'GET', `/v1/triptic/trip/search${q({ criteria, paging: { page: 1, size: 5 } })}`);
    expect(listed.body.records.map(({ id }) => id)).toEqual([out.id]);
    expect(await db.reader.query('select distinct detail1 from document_name_word where documentId = ?', [out.id])).toEqual([{ detail1: 'E' }]);
    await kit.statistics.addChanges();
    expect([await kit.counts.reconcile(), await kit.statistics.check.compare(definition)]).toEqual([0, 0]);
  });
});
