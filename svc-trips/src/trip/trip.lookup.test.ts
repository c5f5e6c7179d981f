import { testBackends } from '@portal/service-kit/testing';
import { useDesk } from '../testing/desk.ts';

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
});
