import type { MediaHeld } from '@portal/contract-kit';
import { type Call, publicActor } from '@portal/service-kit';
import { codesOf, messagesOf, testBackends } from '@portal/service-kit/testing';
import { aTrip } from '../testing/bodies.ts';
import { type Envelope, useDesk } from '../testing/desk.ts';

describe.each(testBackends())('the scanned documents of a trip on %s', (_engine, makeBackend) => {
  const { desk } = useDesk(makeBackend);
  /** Adds a file to the stub of svc-media. */
  const file = (uid: string, name = `${uid}.pdf`) => {
    desk().files.set(uid, { uid, name, size: 9, type: 'application/pdf', scope: 'trip' });
    return { uid, code: 'LICENCE', scope: 'trip' };
  };
  const held = async (id: string): Promise<[number, string[], boolean][]> =>
    (await messagesOf<MediaHeld>(desk().service, 'media.held')).filter((m) => m.documentId === id).map((m) => [m.version, m.uids, m.submitted]);
  const registered = async () => (await desk().register('public', 'TIBE', { medias: [file('right'), file('wrong')] })).body.model;
  const uids = (medias: readonly { uid?: string }[] | undefined) => medias?.map((m) => m.uid);

  it('are held, with the names of svc-media', async () => {
    const { model } = (await desk().register('public', 'TIBE', { medias: [{ ...file('file-1', 'licence.pdf'), name: '../x.exe', size: 1 }] })).body;
    expect(model.medias).toMatchObject([{ uid: 'file-1', name: 'licence.pdf', size: 9, code: 'LICENCE', info: 'Name of LICENCE', scope: 'trip' }]);
    expect(await held(model.id)).toEqual([[1, ['file-1'], true]]);
  });

  it.each(['edit', 'amendment'])('are replaced by the applicant with %s, and the old file stays with its version', async (action) => {
    const model = await registered();
    const [right, wrong] = model.medias ?? [];
    const { body } = await desk().act('public', model.id, action, aTrip('TIBE', { medias: [right, { ...file('better'), id: wrong?.id }] }));
    expect(body.model.medias).toMatchObject([
      { id: right?.id, uid: 'right' },
      { id: wrong?.id, uid: 'better', name: 'better.pdf' },
    ]);
    const past = await desk().call<Envelope>('public', 'GET', `/v1/triptic/trip/${model.id}/1/version`);
    expect(uids(past.body.model.medias)).toEqual(['right', 'wrong']);
    expect(await held(model.id)).toEqual([
      [1, ['right', 'wrong'], true],
      [2, ['right', 'better'], true],
    ]);
  });

  it('are not lost once the trip is registered, whatever rows a body leaves out', async () => {
    const model = await registered();
    const { body } = await desk().act('public', model.id, 'edit', aTrip('TIBE', { medias: [file('more')] }));
    expect(uids(body.model.medias)).toEqual(['right', 'wrong', 'more']);
    expect(uids((await desk().act('public', model.id, 'amendment', aTrip())).body.model.medias)).toEqual(['right', 'wrong', 'more']);
  });

  it.each([
    ['verification', 'trip-verifier', {}],
    ['modification', 'trip-verifier', {}],
    ['transfer-ownership', 'trip-approver', { ownerName: 'New Owner', ownerAddress: 'Baucau' }],
  ] as const)('are replaced and added by an officer in %s', async (action, user, more) => {
    const model = await registered();
    const wrong = model.medias?.[1];
    const medias = [{ ...file('better'), id: wrong?.id }, file('further')];
    const { status, body } = await desk().act(user, model.id, action, { ...more, medias });
    expect([status, uids(body.model.medias)]).toEqual([200, ['right', 'better', 'further']]);
    expect((await held(model.id)).at(-1)).toEqual([2, ['right', 'better', 'further'], true]);
    expect(codesOf(await desk().act('trip-verifier', model.id, 'modification', { medias: [{ uid: 'nowhere' }] }))).toEqual(['medias.0.uid CHOICE']);
  });

  it('can be removed from a draft', async () => {
    const draft = (body: object) => desk().call('trip-agent', 'POST', '/v1/triptic/trip/actions/store', body);
    const { id } = (await draft({ medias: [file('a'), file('b')] })).body.model;
    const { model } = (await desk().act('trip-agent', id, 'store', { medias: [file('b')] })).body;
    expect(uids(model.medias)).toEqual(['b']);
    expect((await held(id)).at(-1)).toEqual([2, ['b'], false]);
  });

  it('may be changed again, whatever invisible characters svc-media has in their names', async () => {
    const { id, medias } = (await desk().register('public', 'TIBE', { medias: [file('soft', 'Certifi\u00adcado.pdf')] })).body.model;
    expect(medias).toMatchObject([{ uid: 'soft', name: 'Certifi cado.pdf' }]);
    for (const action of ['edit', 'amendment']) expect([action, (await desk().act('public', id, action, aTrip())).status]).toEqual([action, 200]);
  });

  it('beyond the longest list are refused without being read', async () => {
    let reads = 0;
    const beyond = {
      get uid() {
        reads++;
        return undefined;
      },
    };
    const medias = [...Array.from({ length: 51 }, () => ({ code: 'LICENCE' })), ...Array(1_000).fill(beyond)];
    const call = { actor: publicActor, language: 'en', method: 'POST', path: '/v1/triptic/trip/', requestId: 'many-files' } as Call;
    const refused = await desk()
      .trips.register('register', aTrip('TIBE', { medias }), call)
      .catch((error) => error);
    const [first, second] = (refused.errors as { field: string; code: string }[]).filter(({ code }) => code === 'REQUIRED');
    expect([first?.field, second?.field, reads]).toEqual(['medias.0.uid', 'medias.1.uid', 0]);
  });

  it('that were never uploaded are refused', async () => {
    expect(codesOf(await desk().register('public', 'TIBE', { medias: [file('there'), { uid: 'nowhere' }] }))).toEqual(['medias.1.uid CHOICE']);
  });
});
