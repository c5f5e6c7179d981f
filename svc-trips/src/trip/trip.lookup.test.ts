import { testBackends } from '@portal/service-kit/testing';
import { catalogues } from '../testing/bodies.ts';
import { useDesk } from '../testing/desk.ts';

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
});
