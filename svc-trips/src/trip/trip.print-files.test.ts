import { codesOf, places } from '@portal/service-kit/testing';
import { useDesk } from '../testing/desk.ts';
import { tripPrints } from './trip.prints.ts';

describe.each(places())('papers of a trip on %s', (_engine, makePlace) => {
  const { desk } = useDesk(makePlace);
  it.each(tripPrints)('%s is named after the reference and itself', async (print) => {
    const id = await desk().lead(print.endsWith('entry') ? 'CONFIRMED FOR ENTRY' : 'CONFIRMED FOR EXIT', print.endsWith('entry') ? 'I' : 'E');
    const { version, serialReference } = (await desk().load(id)).body.model;
    desk().around.renders.set(`trips/${id}/${version}/${print}.en.2026-05-02`, Buffer.from('%PDF-1.7'));
    const pdf = await desk().call<string>('trip-border', 'GET', `/v1/triptic/trip/${id}/${print}`);
    expect([pdf.status, pdf.headers.get('content-type'), pdf.body]).toEqual([200, 'application/pdf', '%PDF-1.7']);
    expect(pdf.headers.get('content-disposition')).toContain(`"${serialReference.reference}-${print}.pdf"`);
  });

  it('of a border check are not there before it', async () => {
    const id = await desk().lead('PAID TO EXIT');
    for (const print of ['print-validated-exit', 'print-confirmed-exit', 'print-validated-entry', 'print-confirmed-entry'])
      expect([print, codesOf(await desk().call('trip-border', 'GET', `/v1/triptic/trip/${id}/${print}`))]).toEqual([print, ['ACTION_NOT_ALLOWED']]);
  });
});
