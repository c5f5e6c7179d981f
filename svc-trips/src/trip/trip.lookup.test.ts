import { Database } from '@portal/service-kit';
import { eq, q, testBackends } from '@portal/service-kit/testing';
import { TripMovementFilled1700000902600 } from '../migrations/1700000902600-trip-movement-filled.ts';
import { catalogues } from '../testing/bodies.ts';
import { useDesk } from '../testing/desk.ts';
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
  const { desk } = useDesk(makeBackend);
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
    const db = desk().service.app.get(Database);
    const places = ids.map(() => '?').join(', ');
    await db.write(async (tx) => {
      await tx.query(`update triptic_trip set movement = null where id in (${places})`, ids);
      await tx.query(`update document_name_word set detail1 = null where documentId in (${places})`, ids);
    });
    const statusOf = async (key: string) =>
      (await desk().call<{ tripStatus: string }>('public', 'GET', `/v1/triptic/trip/${encodeURIComponent(key)}/details`)).body.tripStatus;
    const reference = out.serialReference?.reference ?? '';
    expect([await statusOf(reference), await found('MM456')]).toEqual(['F', []]);

    const query = db.reading.createQueryRunner();
    await new TripMovementFilled1700000902600().up(query).finally(() => query.release());
    expect(await statusOf(reference)).not.toBe('F');
    expect((await found('MM456')).map(({ id }) => id).sort()).toEqual([out.id, back.id].sort());
    const movements = await Promise.all(ids.map(async (id) => (await db.findById(TripRow, id))?.movement));
    expect(movements).toEqual(['E', 'I', null]);
    const criteria = [eq('documentDetails.movement', 'E'), eq('driverName', 'Zulmira', 'TEXT', 'CONTAINS')];
    const listed = await desk().call<Reply>('trip-verifier', 'GET', `/v1/triptic/trip/search${q({ criteria, paging: { page: 1, size: 5 } })}`);
    expect(listed.body.records.map(({ id }) => id)).toEqual([out.id]);
    expect(await db.reader.query('select distinct detail1 from document_name_word where documentId = ?', [out.id])).toEqual([{ detail1: 'E' }]);
  });
});
