import type { InvoiceDue } from '@portal/contract-kit';
import { codesOf, messagesOf, testBackends } from '@portal/service-kit/testing';
import { aTrip } from '../testing/bodies.ts';
import { useDesk } from '../testing/desk.ts';
import { fixedFieldErrors } from './trip.application.ts';

it('a trip whose document named no movement stays changeable when the catalogue says that it is an exit, but cannot become an entry', () => {
  const trip = (movement?: string, serialReference?: object) => ({ documentDetails: { code: 'TIBE', movement }, serialReference }) as never;
  const faults = (movement: string) => fixedFieldErrors(trip(movement), trip(undefined, { serial: 'E' })).map(({ field }) => field);
  expect([faults('E'), faults('I')]).toEqual([[], ['documentDetails.code']]);
});

describe.each(testBackends())('what a trip is on %s', (_engine, makeBackend) => {
  const { desk } = useDesk(makeBackend);
  it.each(['edit', 'amendment'])('is fixed from registration on: %s cannot change the document', async (action) => {
    const { id, serialReference } = (await desk().register()).body.model;
    for (const code of ['TIBI', 'TIBF'] as const) {
      const refused = await desk().act('public', id, action, aTrip(code));
      expect([code, refused.status, codesOf(refused)]).toEqual([code, 422, ['documentDetails.code CHOICE']]);
    }
    const kept = await desk().act('public', id, action, aTrip('TIBE', { documentDetails: { code: 'TIBE', movement: 'I', name: 'Mine' } }));
    expect(kept.body.model).toMatchObject({ documentDetails: { code: 'TIBE', movement: 'E', name: 'Temporary exit' }, serialReference });
    const due = (await messagesOf<InvoiceDue>(desk().service, 'invoice.due')).filter((m) => m.documentId === id);
    const { year, serial, number, reference } = serialReference;
    for (const message of due) expect(message).toMatchObject({ documentCode: 'TIBE', year, serial, number, reference });
  });

  it('can be changed while it is a draft', async () => {
    const { id } = (await desk().call('trip-agent', 'POST', '/v1/triptic/trip/actions/store', aTrip('TIBE'))).body.model;
    const changed = await desk().act('trip-agent', id, 'store', aTrip('TIBI'));
    expect(changed.body.model.documentDetails.movement).toBe('I');
    const { model } = (await desk().act('trip-agent', id, 'submission')).body;
    expect([model.serialReference.serial, model.serialReference.reference.slice(0, 4)]).toEqual(['I', 'TIBI']);
  });

  it('does not include a day of crossing from the applicant', async () => {
    const { id } = (await desk().register('public', 'TIBE', { crossingDate: '2026-05-01', actualDate: '2026-05-01' })).body.model;
    const { model } = (await desk().act('public', id, 'edit', aTrip('TIBE', { crossingDate: '2026-05-01', actualDate: '2026-05-01' }))).body;
    expect([model.crossingDate, model.actualDate]).toEqual([undefined, undefined]);
  });
});
