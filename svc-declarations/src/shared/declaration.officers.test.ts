import { testBackends } from '@portal/service-kit/testing';
import { ownHomeToContract } from '../../contract/index.ts';
import { aDeparture, anArrival, type UserName } from '../testing/bodies.ts';
import { arrival, codes, day, departure, type Model, useDesk } from '../testing/desk.ts';

const offeredTo = (body: { actions: { name: string; kind: string }[] }): string[] =>
  body.actions.filter(({ kind }) => kind === 'submit').map(({ name }) => name);

describe.each(testBackends())('what officers do with declarations, on %s', (_engine, makeBackend) => {
  const { desk } = useDesk(makeBackend);
  const load = async (user: UserName, path: string, { id }: { id: string }) => (await desk().call(user, 'GET', `${path}/${id}/document`)).body;
  const confirmed = ({ requirements }: Model) => requirements?.map((row) => row.confirmed);
  const amended = (changes: object = {}, comment: unknown = 'The name was misspelt') => ({ ...anArrival({ firstName: 'Joana', ...changes }), comment });
  /** Grants the applicant's request to erase the contact addresses. */
  const eraseContacts = async ({ id }: { id: string }): Promise<void> => {
    const asked = await desk().call('applicant', 'POST', `${arrival}/${id}/erasure`, {});
    const decision = { decision: 'GRANT', comment: 'Contact data only' };
    expect((await desk().call('superior', 'POST', `${arrival}/erasure/${asked.body.model.id}`, decision)).status).toBe(200);
  };
  const home = { district: 'DI', subDistrict: 'DI01', village: 'Becora', subVillage: 'Au-Hun' };
  /** Returns the answers of a traveller who stays at home, as the form sends them. */
  const atHome = (changes: object = {}) => ownHomeToContract(anArrival({ accommodationType: 'OWN', accommodationName: '', addressDetails: home, ...changes }));

  describe('an arrival is amended', () => {
    it.each(['public', 'applicant'] as const)('by an officer, whoever registered it (%s): the status stays, the version is new', async (user) => {
      let { model } = await desk().register(arrival, {}, user);
      expect(offeredTo(await load('border-officer', arrival, model))).toContain('amendment');
      model = await desk().done('border-officer', arrival, model, 'amendment', amended());
      expect([model.documentStatus, model.version, model.firstName]).toEqual(['CREATED', 2, 'JOANA']);
      model = await desk().done('border-officer', arrival, model, 'arrival');
      model = await desk().done('border-officer', arrival, model, 'amendment', amended({ firstName: 'Jana' }));
      expect([model.documentStatus, model.version, model.firstName]).toEqual(['ARRIVED', 4, 'JANA']);
      expect((await desk().call('border-officer', 'GET', `${arrival}/${model.id}/3/version`)).body.model).toMatchObject({
        firstName: 'JOANA',
        documentStatus: 'ARRIVED',
      });
    });

    it('only with a reason, which the traveller cannot read', async () => {
      const { model } = await desk().register(arrival);
      for (const comment of [null, '', '  '])
        expect(codes((await desk().act('border-officer', arrival, model, 'amendment', amended({}, comment))).body)).toEqual(['comment REQUIRED']);
      const after = await desk().done('border-officer', arrival, model, 'amendment', amended());
      expect(after.actions.at(-1)).toMatchObject({ operation: 'Change', details: 'The name was misspelt' });
      expect((await load('public', arrival, after)).model.actions.at(-1)).toMatchObject({ operation: 'Change', details: '' });
    });

    it('by every rule of the registration', async () => {
      const { model } = await desk().register(arrival);
      const { status, body } = await desk().act('border-officer', arrival, model, 'amendment', amended({ lastName: '', entryPointCode: 'BTG' }));
      expect([status, codes(body)]).toEqual([422, ['entryPointCode CHOICE', 'lastName REQUIRED']]);
    });

    it('without the contact addresses that were erased, which the traveller gives again', async () => {
      const { model } = await desk().register(arrival, {}, 'applicant');
      await eraseContacts(model);
      const { version } = (await load('border-officer', arrival, model)).model;
      const after = await desk().done('border-officer', arrival, { ...model, version }, 'amendment', amended({ phoneNumber: '' }));
      expect([after.firstName, after.phoneNumber]).toEqual(['JOANA', undefined]);
      expect(codes((await desk().act('applicant', arrival, after, 'update', anArrival({ phoneNumber: '' }))).body)).toEqual(['phoneNumber REQUIRED']);
    });

    it("and whose traveller stays at home loses the traveller's number as the contact's too, in every version; a friend's number stays", async () => {
      const own = '+670 7755 1199';
      const friend = { accommodationType: 'FFA', contactDetails: { name: 'Ana', identity: 'BI 1', phone: '67077443322' }, addressDetails: home };
      const { model } = await desk().register(arrival, atHome({ phoneNumber: own }), 'applicant');
      expect(model.contactDetails?.phone).toBe('67077551199');
      const visit = await desk().done('border-officer', arrival, model, 'amendment', amended({ ...friend, phoneNumber: own }));
      await desk().done('border-officer', arrival, visit, 'amendment', amended(atHome({ phoneNumber: own })));
      await eraseContacts(model);
      const phones = [];
      for (const version of [1, 2, 3, 4]) {
        const { contactDetails, phoneNumber } = (await desk().call('border-officer', 'GET', `${arrival}/${model.id}/${version}/version`)).body.model;
        phones.push([contactDetails?.phone, phoneNumber]);
      }
      const erased = [undefined, undefined];
      expect(phones).toEqual([erased, [friend.contactDetails.phone, undefined], erased, erased]);
      const { contactDetails } = (await load('border-officer', arrival, model)).model;
      expect([contactDetails?.name, contactDetails?.phone]).toEqual(['João Silva', undefined]);
    });

    it('without them also if its traveller stays at home, but not without the number of a friend', async () => {
      const { model } = await desk().register(arrival, atHome(), 'applicant');
      await eraseContacts(model);
      const { version } = (await load('border-officer', arrival, model)).model;
      const after = await desk().done('border-officer', arrival, { ...model, version }, 'amendment', amended(atHome({ phoneNumber: '', lastName: 'Sousa' })));
      expect([after.lastName, after.contactDetails?.name, after.contactDetails?.phone]).toEqual(['SOUSA', 'João Sousa', undefined]);
      const friend = { accommodationType: 'FFA', contactDetails: { name: 'Ana', identity: 'BI 1' }, addressDetails: home, phoneNumber: '' };
      const visit = await desk().act('border-officer', arrival, after, 'amendment', amended(friend));
      expect(codes(visit.body)).toEqual(['contactDetails.phone REQUIRED']);
    });

    it('and not with identifiers that are no texts', async () => {
      const { model } = await desk().register(arrival);
      const faultsOf = async (changes: object) => {
        const { status, body } = await desk().act('border-officer', arrival, model, 'amendment', amended({ ...changes, lastName: '' }));
        return [status, codes(body)];
      };
      expect(await faultsOf({ accommodationType: 'FFA', travellerCode: 123 })).toEqual([
        422,
        expect.arrayContaining(['travellerCode TEXT', 'lastName REQUIRED']),
      ]);
      expect(await faultsOf({ accommodationType: 'FFA', contactDetails: { identity: 5 } })).toEqual([
        422,
        expect.arrayContaining(['contactDetails.identity TEXT', 'lastName REQUIRED']),
      ]);
    });

    it('and not once it is decided, nor by those without the role', async () => {
      let { model } = await desk().register(arrival);
      for (const user of ['cashier', 'superior', 'applicant'] as const)
        expect((await desk().act(user, arrival, model, 'amendment', amended())).status).toBe(403);
      model = await desk().done('border-officer', arrival, model, 'arrival');
      model = await desk().done('border-supervisor', arrival, model, 'decision', { decision: 'CLEARED' });
      expect((await desk().act('border-officer', arrival, model, 'amendment', amended())).status).toBe(409);
    });

    it('keeping what was confirmed', async () => {
      let { model } = await desk().register(arrival);
      model = await desk().done('border-officer', arrival, model, 'arrival', { requirements: [{ id: 'ARR-PASSPORT', confirmed: true }] });
      model = await desk().done('border-officer', arrival, model, 'amendment', amended());
      expect(confirmed(model)).toEqual([true]);
    });
  });

  it.each([departure, arrival])('the officer who registered at the counter updates the declaration while CREATED, and nobody else (%s)', async (path) => {
    const { model } = await desk().register(path, {}, 'border-officer');
    const body = path === departure ? aDeparture({ occupation: 'Baker' }) : anArrival({ occupation: 'Baker' });
    expect(offeredTo(await load('border-officer', path, model))).toContain('update');
    expect(offeredTo(await load('border-officer-2', path, model))).not.toContain('update');
    expect((await desk().act('border-officer-2', path, model, 'update', body)).status).toBe(403);
    expect((await desk().act('public', path, model, 'update', body)).status).toBe(401);
    const updated = await desk().done('border-officer', path, model, 'update', body);
    expect([updated.occupation, updated.actions.at(-1)?.capacity]).toEqual(['BAKER', 'counter']);
    const next = await desk().done('border-officer-2', path, updated, path === departure ? 'verification' : 'arrival');
    expect((await desk().act('border-officer', path, next, 'update', body)).status).toBe(409);
  });

  it.each([departure, arrival])('no officer acts as the traveller: a public registration is not updated by staff (%s)', async (path) => {
    const { model } = await desk().register(path, path === arrival ? { hasMerchandise: 'YES' } : {});
    const body = path === departure ? aDeparture() : anArrival({ hasMerchandise: 'NO' });
    for (const user of ['border-officer', 'border-supervisor', 'cashier'] as const) {
      expect([user, (await desk().act(user, path, model, 'update', body)).status]).toEqual([user, 403]);
      expect([user, (await desk().call(user, 'POST', `${path}/`, { ...body, id: model.id, version: 1 })).status]).toEqual([user, 403]);
    }
    expect((await load('border-officer', path, model)).model.lane).toBe(path === arrival ? 'RED' : undefined);
  });

  describe('officials confirm requirements of an arrival', () => {
    it('when they record it and when they decide, and what is printed is what they confirmed', async () => {
      let { model } = await desk().register(arrival, { requirements: [{ id: 'ARR-PASSPORT', accepted: true, confirmed: true }] });
      expect(confirmed(model)).toEqual([false]);
      model = await desk().done('border-officer', arrival, model, 'arrival', {
        requirements: [
          { id: 'ARR-PASSPORT', confirmed: true, accepted: false, description: 'Forged' },
          { id: 'MADE-UP', confirmed: true },
        ],
      });
      expect(model.requirements).toEqual([expect.objectContaining({ id: 'ARR-PASSPORT', description: 'Passport', accepted: true, confirmed: true })]);
      model = await desk().done('border-supervisor', arrival, model, 'decision', {
        decision: 'REFERRED',
        requirements: [{ id: 'ARR-PASSPORT', confirmed: false }],
      });
      expect(confirmed(model)).toEqual([false]);
      model = await desk().done('border-supervisor', arrival, model, 'decision', {
        decision: 'CLEARED',
        requirements: [{ id: 'ARR-PASSPORT', confirmed: true }],
      });
      expect(confirmed(model)).toEqual([true]);
      expect(confirmed((await load('public', arrival, model)).model)).toEqual([true]);
    });

    it('and nobody else can confirm them', async () => {
      const { model } = await desk().register(arrival);
      const { body } = await desk().call('public', 'POST', `${arrival}/`, {
        ...anArrival({ requirements: [{ id: 'ARR-PASSPORT', confirmed: true }] }),
        id: model.id,
        version: 1,
      });
      expect(confirmed(body.model)).toEqual([false]);
    });
  });

  it('an arrival before the arrival date is recorded only with a comment', async () => {
    const { model } = await desk().register(arrival, { arrivalDate: day(1) });
    const silent = await desk().act('border-officer', arrival, model, 'arrival');
    expect([silent.status, codes(silent.body)]).toEqual([422, ['comment REQUIRED']]);
    expect((await desk().done('border-officer', arrival, model, 'arrival', { comment: 'The flight came a day early' })).documentStatus).toBe('ARRIVED');
    const { model: today } = await desk().register(arrival, { arrivalDate: day(0) });
    expect((await desk().done('border-officer', arrival, today, 'arrival')).documentStatus).toBe('ARRIVED');
  });

  it('the page is told before whether an action needs a comment, or which of its choices', async () => {
    const needs = async (user: UserName, model: Model) =>
      (await load(user, arrival, model)).actions.flatMap(
        ({ name, commentRequired, commentRequiredFor }: { name: string; commentRequired: boolean; commentRequiredFor?: string[] }) =>
          commentRequired || commentRequiredFor ? [`${name} ${commentRequiredFor ?? 'always'}`] : [],
      );
    let { model } = await desk().register(arrival, { hasMerchandise: 'YES', arrivalDate: day(2) });
    expect(await needs('border-officer', model)).toEqual(['amendment always', 'arrival always', 'query always']);
    model = await desk().done('border-officer', arrival, model, 'arrival', { comment: 'The flight was changed' });
    expect(await needs('border-supervisor', model)).toContain('decision CLEARED');
    const { model: green } = await desk().register(arrival, {});
    expect(await needs('border-officer', green)).toEqual(['amendment always', 'query always']);
  });

  it('the traveller reads the comment of the decision, and no other comments of officers', async () => {
    let { model } = await desk().register(arrival, { arrivalDate: day(1) });
    model = await desk().done('border-officer', arrival, model, 'arrival', { comment: 'Watchlist hit, do not alert traveller' });
    model = await desk().done('border-supervisor', arrival, model, 'decision', { decision: 'REFERRED', comment: 'Go to counter 3' });
    const seen = (await load('public', arrival, model)).model.actions;
    expect(seen.map(({ operation, details }) => [operation, details])).toEqual([
      ['Register', ''],
      ['Record arrival', ''],
      ['Decide', 'Go to counter 3'],
    ]);
    expect(JSON.stringify(seen)).not.toMatch(/Watchlist|border-/);
  });

  describe('undo', () => {
    const because = { comment: 'The wrong traveller' };

    it.each([
      ['verification', departure, 'CREATED'],
      ['arrival', arrival, 'CREATED'],
    ])('of %s restores the previous state, as a new version', async (action, path, status) => {
      const { model } = await desk().register(path);
      const acted = await desk().done('border-officer', path, model, action, { requirements: model.requirements?.map(({ id }) => ({ id, confirmed: true })) });
      expect(confirmed(acted)?.every(Boolean)).toBe(true);
      expect((await desk().act('border-officer', path, acted, 'undo')).body.errors).toMatchObject([{ code: 'REQUIRED', field: 'comment' }]);
      const undone = await desk().done('border-officer', path, acted, 'undo', because);
      expect([undone.documentStatus, undone.version, confirmed(undone)?.some(Boolean)]).toEqual([status, 3, false]);
      expect((await desk().act('border-officer', path, undone, 'undo', because)).status).toBe(409);
    });

    it('of a decision removes the decision', async () => {
      let { model } = await desk().register(arrival);
      model = await desk().done('border-officer', arrival, model, 'arrival');
      model = await desk().done('border-supervisor', arrival, model, 'decision', { decision: 'CLEARED' });
      model = await desk().done('border-supervisor', arrival, model, 'undo', because);
      expect([model.documentStatus, model.decision]).toEqual(['ARRIVED', undefined]);
    });

    it.each([
      ['verification', departure, 'border-officer', {}, 'CREATED'],
      ['decision', arrival, 'border-supervisor', { decision: 'DETAINED' }, 'ARRIVED'],
    ] as const)('of %s stays possible while questions and notes are written, and keeps the questions', async (action, path, officer, input, status) => {
      let { model } = await desk().register(path);
      if (path === arrival) model = await desk().done('border-officer', path, model, 'arrival');
      const before = model.version as number;
      const confirming = { ...input, requirements: model.requirements?.map(({ id }) => ({ id, confirmed: true })) };
      model = await desk().done(officer, path, model, action, confirming);
      model = await desk().done(officer, path, model, 'query', { comment: 'How much do you bring?' });
      expect((await desk().call(officer, 'POST', `${path}/${model.id}/notes`, { text: 'Seen at counter 3' })).status).toBe(201);
      expect(offeredTo(await load(officer, path, model))).toContain('undo');
      expect((await desk().act('border-officer-2', path, model, 'undo', because)).status).toBe(403);
      const undone = await desk().done(officer, path, model, 'undo', because);
      expect([undone.documentStatus, undone.decision, undone.version]).toEqual([status, undefined, before + 3]);
      expect(undone.actions?.slice(-3).map((entry) => entry.action)).toEqual([action, 'query', 'undo']);
      expect((await desk().act(officer, path, undone, 'undo', because)).status).toBe(409);
    });

    it('ends with a change of the content', async () => {
      let { model } = await desk().register(arrival);
      model = await desk().done('border-officer', arrival, model, 'arrival');
      model = await desk().done('border-officer', arrival, model, 'amendment', { ...model, comment: 'Name misspelt' });
      expect(offeredTo(await load('border-officer', arrival, model))).not.toContain('undo');
      expect((await desk().act('border-officer', arrival, model, 'undo', because)).status).toBe(409);
    });

    it('is allowed only for the officer who acted or a supervisor', async () => {
      const { model } = await desk().register(departure);
      const verified = await desk().done('border-officer', departure, model, 'verification');
      for (const user of ['border-officer-2', 'border-supervisor', 'foreign-supervisor', 'cashier'] as const)
        expect([user, (await desk().act(user, departure, verified, 'undo', because)).status]).toEqual([user, 403]);
      expect((await desk().act('public', departure, verified, 'undo', because)).status).toBe(401);
      expect(offeredTo(await load('border-officer-2', departure, verified))).not.toContain('undo');
      expect((await desk().done('superior', departure, verified, 'undo', because)).documentStatus).toBe('CREATED');
    });

    it('is not possible after an approval', async () => {
      let { model } = await desk().register(departure);
      model = await desk().done('border-officer', departure, model, 'verification');
      model = await desk().done('border-supervisor', departure, model, 'approval');
      expect((await desk().act('superior', departure, model, 'undo', because)).status).toBe(409);
    });
  });

  describe('four eyes', () => {
    it('a departure is approved by another officer than the one who verified it', async () => {
      let { model } = await desk().register(departure, {}, 'border-supervisor');
      model = await desk().done('border-supervisor', departure, model, 'verification');
      const refused = await desk().act('border-supervisor', departure, model, 'approval');
      expect([refused.status, codes(refused.body)]).toEqual([403, ['FOUR_EYES']]);
      const seen = (await load('border-supervisor', departure, model)) as unknown as {
        actions: { name: string; kind: string }[];
        blocked?: { name: string; code: string; message: string }[];
      };
      expect([offeredTo(seen).includes('approval'), seen.blocked?.map(({ name, code }) => [name, code])]).toEqual([false, [['approval', 'FOUR_EYES']]]);
      expect(seen.blocked?.[0]?.message).toMatch(/another officer/);
    });

    it('an amendment and a new verification by a colleague open the approval again', async () => {
      let { model } = await desk().register(departure);
      model = await desk().done('border-supervisor', departure, model, 'verification');
      model = await desk().done('border-officer', departure, model, 'amendment', aDeparture());
      model = await desk().done('border-officer', departure, model, 'verification');
      expect((await desk().done('border-supervisor', departure, model, 'approval')).documentStatus).toBe('APPROVED');
    });
  });

  it.each([departure, arrival])('officers of another agency neither read nor act (%s)', async (path) => {
    const { model } = await desk().register(path);
    expect((await desk().call('foreign-supervisor', 'GET', `${path}/${model.id}/document`)).status).toBe(403);
    for (const action of path === departure ? ['verification', 'amendment'] : ['arrival', 'amendment'])
      expect((await desk().act('foreign-supervisor', path, model, action, path === departure ? aDeparture() : amended())).status).toBe(403);
  });

  describe('consistency of a declaration', () => {
    it.each([departure, arrival])('its agency is that of the catalogue (%s)', async (path) => {
      const other = path === departure ? 'CUSTOMS' : 'IMMIGRATION';
      const sound = path === departure ? aDeparture : anArrival;
      expect(codes((await desk().call('public', 'POST', `${path}/`, sound({ agencyCode: other }))).body)).toEqual(['agencyCode CHOICE']);
      const { model } = await desk().register(path);
      expect(codes((await desk().call('public', 'POST', `${path}/`, sound({ agencyCode: other, id: model.id, version: 1 }))).body)).toEqual([
        'agencyCode CHOICE',
      ]);
      expect(codes((await desk().act('border-officer', path, model, 'amendment', { ...sound({ agencyCode: other }), comment: 'x' })).body)).toEqual([
        'agencyCode CHOICE',
      ]);
    });

    it.each([departure, arrival])('its entry point is that of its flight details (%s)', async (path) => {
      const sound = path === departure ? aDeparture : anArrival;
      const { status, body } = await desk().call('public', 'POST', `${path}/`, sound({ entryPointCode: 'BTG' }));
      expect([status, codes(body)]).toEqual([422, ['entryPointCode CHOICE']]);
      expect(codes((await desk().call('public', 'POST', `${path}/`, sound({ entryPointCode: undefined }))).body)).toEqual(['entryPointCode REQUIRED']);
    });

    it.each([departure, arrival])('a flight that is not in the list is stored as typed (%s)', async (path) => {
      expect((await desk().register(path, { flightCode: 'sq 461' })).model.flightCode).toBe('SQ 461');
    });
  });

  it('the error of a missing ticket uses the label of the form', async () => {
    const said = async (reason: string) =>
      (await desk().call('public', 'POST', `${arrival}/`, anArrival({ reason, destinationVisa: 'V1', returnTicket: '' }))).body.errors.map(
        (error) => error.message,
      );
    expect(await said('OBJ08')).toEqual(['Enter destination ticket reference']);
    expect(await said('OBJ01')).toEqual(['Enter return ticket reference']);
  });
});
