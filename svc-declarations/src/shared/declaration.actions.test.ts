import { testBackends } from '@portal/service-kit/testing';
import { aDeparture, anArrival, type UserName, users } from '../testing/bodies.ts';
import { arrival, codes, departure, type Model, useDesk } from '../testing/desk.ts';

describe.each(testBackends())('the workflows on %s', (_engine, makeBackend) => {
  const { desk } = useDesk(makeBackend);

  describe('the departure workflow', () => {
    it('goes from CREATED over VERIFIED to APPROVED, with the requirements confirmed on the way', async () => {
      let { model } = await desk().register(departure, { requirements: [{ id: 'DEP-PASSPORT', accepted: true, confirmed: true }, { description: 'Ticket' }] });
      expect(model.requirements?.map(({ id, accepted, confirmed }) => [id, accepted, confirmed])).toEqual([
        ['DEP-PASSPORT', true, false],
        ['DEP-TICKET', false, false],
      ]);
      model = await desk().done('border-officer', departure, model, 'verification', {
        requirements: [
          { id: 'DEP-PASSPORT', confirmed: true, description: 'changed' },
          { id: 'unknown', confirmed: true },
        ],
        comment: 'The ticket is on the telephone',
      });
      expect([model.documentStatus, model.version, model.requirements?.[0], model.requirements?.[1]?.confirmed]).toEqual([
        'VERIFIED',
        2,
        { id: 'DEP-PASSPORT', description: 'Passport', accepted: true, confirmed: true },
        false,
      ]);
      expect((await desk().act('border-officer', departure, model, 'approval')).status).toBe(403);
      model = await desk().done('border-supervisor', departure, model, 'approval', { comment: 'Have a good journey' });
      expect([model.documentStatus, model.version, model.actions.map((a) => [a.operation, a.status, a.details, a.user.name])]).toEqual([
        'APPROVED',
        3,
        [
          ['Register', 'CREATED', '', 'Public'],
          ['Verify', 'VERIFIED', 'The ticket is on the telephone', 'The border-officer'],
          ['Approve', 'APPROVED', 'Have a good journey', 'The border-supervisor'],
        ],
      ]);
      const late = await desk().act('border-officer', departure, model, 'amendment', aDeparture());
      expect([late.status, codes(late.body)]).toEqual([409, ['ACTION_NOT_ALLOWED']]);
    });

    it.each([
      [[], '2 of 2 requirements are not confirmed'],
      [[{ id: 'DEP-PASSPORT', confirmed: true }], '1 of 2 requirements is not confirmed'],
      [[{ id: 'DEP-PASSPORT', confirmed: true }, { id: 'DEP-TICKET' }], '1 of 2 requirements is not confirmed'],
    ])('is verified with requirements that are not all confirmed only where the comment says why: %j', async (requirements, open) => {
      const { model } = await desk().register(departure);
      const silent = await desk().act('border-officer', departure, model, 'verification', { requirements, comment: ' ' });
      expect([silent.status, codes(silent.body)]).toEqual([422, ['comment REQUIRED']]);
      expect(silent.body.errors[0]?.message).toContain(open);
      const said = await desk().done('border-officer', departure, model, 'verification', { requirements, comment: 'Seen by a colleague' });
      expect([said.documentStatus, said.actions.at(-1)?.details]).toEqual(['VERIFIED', 'Seen by a colleague']);
    });

    it('is verified without a word where all are confirmed, and where nothing is said of them', async () => {
      for (const body of [{ requirements: ['DEP-PASSPORT', 'DEP-TICKET'].map((id) => ({ id, confirmed: true })) }, {}]) {
        const { model } = await desk().register(departure);
        expect((await desk().done('border-officer', departure, model, 'verification', body)).documentStatus).toBe('VERIFIED');
      }
    });

    it('returns to CREATED after an amendment', async () => {
      let { model } = await desk().register(departure);
      model = await desk().done('border-officer', departure, model, 'verification');
      model = await desk().done('border-officer', departure, model, 'amendment', aDeparture({ firstName: 'Marta' }));
      expect([model.documentStatus, model.version, model.firstName, model.serialReference.reference.slice(0, 3)]).toEqual(['CREATED', 3, 'MARTA', 'DEP']);
      const broken = await desk().act('border-officer', departure, model, 'amendment', aDeparture({ firstName: '' }));
      expect([broken.status, codes(broken.body)]).toEqual([422, ['firstName REQUIRED']]);
    });

    it('lets the applicant update while CREATED, over POST on the collection too', async () => {
      const { model } = await desk().register(departure);
      const updated = await desk().call('public', 'POST', `${departure}/`, { ...aDeparture({ occupation: 'Doctor' }), id: model.id, version: 1 });
      expect([updated.status, updated.body.model.occupation, updated.body.model.version, updated.body.model.serialReference]).toEqual([
        200,
        'DOCTOR',
        2,
        model.serialReference,
      ]);
      const whole = await desk().call('public', 'POST', `${departure}/`, { ...updated.body.model, lastName: 'Soares' });
      expect([whole.status, whole.body.model.lastName]).toEqual([200, 'SOARES']);
      await desk().done('border-officer', departure, whole.body.model, 'verification');
      expect((await desk().act('public', departure, { id: model.id, version: 4 }, 'update', aDeparture())).status).toBe(409);
    });

    it("lets nobody else act on a signed-in applicant's declaration", async () => {
      const { model } = await desk().register(departure, {}, 'applicant');
      expect((await desk().act('public', departure, model, 'update', aDeparture())).status).toBe(401);
      expect((await desk().act('cashier', departure, model, 'update', aDeparture())).status).toBe(403);
      expect((await desk().act('applicant', departure, model, 'update', aDeparture())).status).toBe(200);
    });

    it('says who changed a stale document, what and when', async () => {
      const { model } = await desk().register(departure);
      await desk().done('border-officer', departure, model, 'verification');
      const stale = await desk().act('border-supervisor', departure, model, 'verification');
      expect([stale.status, codes(stale.body)]).toEqual([409, ['STALE_VERSION']]);
      expect(stale.body.current).toMatchObject({
        version: 2,
        changedBy: 'The border-officer',
        action: 'Verify',
        documentStatus: 'VERIFIED',
        changedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
      });
    });
  });

  describe('the arrival workflow', () => {
    it('goes from CREATED over ARRIVED to a decision, and a referral or detention is decided again', async () => {
      let { model } = await desk().register(arrival);
      model = await desk().done('border-officer', arrival, model, 'arrival');
      expect(model.documentStatus).toBe('ARRIVED');
      expect(codes((await desk().act('border-supervisor', arrival, model, 'decision', {})).body)).toEqual(['decision REQUIRED']);
      expect(codes((await desk().act('border-supervisor', arrival, model, 'decision', { decision: 'APPROVED' })).body)).toEqual(['decision CHOICE']);
      for (const decision of ['REFERRED', 'DETAINED', 'CLEARED']) {
        model = await desk().done('border-supervisor', arrival, model, 'decision', { decision });
        expect([model.documentStatus, model.decision]).toEqual([decision, decision]);
      }
      expect((await desk().act('border-supervisor', arrival, model, 'decision', { decision: 'DETAINED' })).status).toBe(409);
    });

    it('clears a red lane only with the inspection note', async () => {
      let { model } = await desk().register(arrival, { hasMerchandise: 'YES' });
      model = await desk().done('border-officer', arrival, model, 'arrival');
      const silent = await desk().act('border-supervisor', arrival, model, 'decision', { decision: 'CLEARED' });
      expect([silent.status, codes(silent.body)]).toEqual([422, ['comment REQUIRED']]);
      model = await desk().done('border-supervisor', arrival, model, 'decision', { decision: 'CLEARED', comment: 'Two bags opened, nothing found' });
      expect(model.actions.at(-1)).toMatchObject({ status: 'CLEARED', details: 'Two bags opened, nothing found' });
      expect(model).not.toHaveProperty('comment');
    });

    it('recomputes the lane when the traveller corrects the declaration', async () => {
      const { model } = await desk().register(arrival);
      const { body } = await desk().act(
        'public',
        arrival,
        model,
        'update',
        anArrival({ hasMerchandise: 'YES', goods: [{ description: 'Coffee', quantity: 40, value: 500, currencyCode: 'USD' }] }),
      );
      expect([body.model.lane, body.model.goods?.[0]?.description]).toEqual(['RED', 'Coffee']);
    });
  });

  it('accepts exactly what it offers, for every status, action and user', async () => {
    const to: Record<string, [string, UserName, string, object][]> = {
      [departure]: [
        ['VERIFIED', 'border-officer', 'verification', {}],
        ['APPROVED', 'border-supervisor', 'approval', {}],
      ],
      [arrival]: [
        ['ARRIVED', 'border-officer', 'arrival', {}],
        ['REFERRED', 'border-supervisor', 'decision', { decision: 'REFERRED' }],
        ['CLEARED', 'border-supervisor', 'decision', { decision: 'CLEARED' }],
      ],
    };
    const everyone = ['public', ...Object.keys(users)] as UserName[];
    const readers: UserName[] = ['public', 'applicant', 'border-officer', 'border-officer-2', 'border-supervisor', 'superior'];
    for (const path of [departure, arrival]) {
      // Each call sends the day on which it is made, because midnight may pass during the many calls.
      const sound = path === departure ? aDeparture : anArrival;
      const actions = path === departure ? ['update', 'verification', 'amendment', 'approval', 'undo'] : ['update', 'amendment', 'arrival', 'decision', 'undo'];
      const at = async (steps: number): Promise<Model> => {
        let { model } = await desk().register(path, {}, 'applicant');
        for (const [, user, action, body] of (to[path] ?? []).slice(0, steps)) model = await desk().done(user, path, model, action, body);
        return model;
      };
      for (let steps = 0; steps <= (to[path] ?? []).length; steps++) {
        const looked = await at(steps);
        for (const user of everyone) {
          const { status: seen, body } = await desk().call(user, 'GET', `${path}/${looked.id}/document`);
          expect([user, seen]).toEqual([user, readers.includes(user) ? 200 : 403]);
          const offered = (body.actions ?? []).filter((a) => a.kind === 'submit').map((a) => a.name);
          for (const action of actions) {
            const fresh = offered.includes(action) ? await at(steps) : looked;
            const { status } = await desk().act(user, path, fresh, action, { ...sound(), decision: 'DETAINED', comment: 'Seen' });
            expect([path, looked.documentStatus, user, action, status]).toEqual([
              path,
              looked.documentStatus,
              user,
              action,
              offered.includes(action) ? 200 : status === 409 ? 409 : user === 'public' ? 401 : 403,
            ]);
          }
        }
      }
    }
  });
});
