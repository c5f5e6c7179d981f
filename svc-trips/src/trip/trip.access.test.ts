import type { ListResult, OwnDocument } from '@portal/contract-kit';
import { codesOf, eq, q, testBackends } from '@portal/service-kit/testing';
import { answers, aTrip, type UserName } from '../testing/bodies.ts';
import { type Envelope, useDesk } from '../testing/desk.ts';

const names = (offered: readonly { name: string }[]): string[] => offered.map(({ name }) => name);

describe.each(testBackends())('staff on %s', (_engine, makeBackend) => {
  const { desk } = useDesk(makeBackend);
  const applicantsActions = ['edit', 'amendment'];

  it('cannot act as the applicant of a trip that the public registered', async () => {
    const { id } = (await desk().register()).body.model;
    for (const user of ['trip-agent', 'trip-verifier', 'trip-approver', 'trip-border'] as const) {
      const { actions } = (await desk().load(id, user)).body;
      expect([user, names(actions).filter((name) => applicantsActions.includes(name.replace('open-', '')))]).toEqual([user, []]);
      for (const action of applicantsActions)
        expect([user, action, codesOf(await desk().act(user, id, action, aTrip('TIBE', { ownerName: 'Thief' })))]).toEqual([user, action, ['FORBIDDEN']]);
    }
    expect((await desk().stored(id)).ownerName).toBe('Maria da Silva');
  });

  it('can change what they registered at the counter, and the history records their capacity', async () => {
    const { id } = (await desk().register('trip-agent')).body.model;
    const { status, body } = await desk().act('trip-agent', id, 'edit', aTrip('TIBE', { ownerName: 'Another' }));
    expect([status, body.model.actions.map((a) => a.capacity)]).toEqual([200, ['counter', 'counter']]);
    expect((await desk().load((await desk().register()).body.model.id)).body.model.actions.map((a) => a.capacity)).toEqual(['applicant']);
  });

  it('see and act on the trips of their agencies only', async () => {
    const exit = (await desk().register('public', 'TIBE')).body.model.id;
    const entry = (await desk().register('public', 'TIBI')).body.model.id;
    expect((await desk().load(exit, 'customs-chief')).status).toBe(403);
    expect((await desk().load(entry, 'customs-chief')).status).toBe(200);
    for (const [action, body] of [
      ['verification', {}],
      ['termination', { comment: 'x' }],
      ['transfer-ownership', { ownerName: 'a', ownerAddress: 'b' }],
    ] as const)
      expect([action, codesOf(await desk().act('customs-chief', exit, action, body))]).toEqual([action, ['FORBIDDEN']]);
    const { body } = await desk().call<ListResult<{ id: string }>>(
      'customs-chief',
      'GET',
      `/v1/triptic/trip/search${q({ criteria: [eq('documentDetails.movement', 'E')] })}`,
    );
    expect(body).toEqual({ records: [], totalRecords: 0 });
  });

  it('without the read role cannot read a trip, not even in the answer to an action', async () => {
    const id = await desk().lead('PAID TO EXIT');
    expect((await desk().load(id, 'border-guard')).status).toBe(403);
    const { status, body } = await desk().act('border-guard', id, 'validation');
    expect([status, body.model.vehicleNumber]).toEqual([200, 'TL 123-45']);
    for (const hidden of ['contactNumber', 'ownerAddress', 'localAddress', 'foreignAddress', 'identityNumber', 'licenseNumber', 'medias'])
      expect(body.model).not.toHaveProperty(hidden);
  });
});

describe.each(testBackends())('four eyes on %s', (_engine, makeBackend) => {
  const { desk } = useDesk(makeBackend);
  it('are needed for the approval: not the officer who verified, who is told in advance', async () => {
    const { id } = (await desk().register('public', 'TIBI')).body.model;
    await desk().act('customs-chief', id, 'verification');
    await desk().pay(id, 'permit');
    const { actions, blocked } = (await desk().load(id, 'customs-chief')).body;
    expect(names(actions).filter((name) => name.endsWith('approval'))).toEqual([]);
    expect(blocked).toEqual([
      { name: 'approval', label: 'Approve', modes: ['approval'], code: 'FOUR_EYES', message: '"Verify" was done by you: another officer must do this.' },
      { name: 'open-approval', label: 'Approve', modes: ['view'], code: 'FOUR_EYES', message: '"Verify" was done by you: another officer must do this.' },
    ]);
    const refused = await desk().act('customs-chief', id, 'approval');
    expect([refused.status, codesOf(refused)]).toEqual([403, ['FOUR_EYES']]);
    expect((await desk().act('trip-approver', id, 'approval')).body.model.documentStatus).toBe('APPROVED TO ENTER');
  });

  it('are needed for a transfer of ownership: not the officer who registered the application', async () => {
    const owner = { ownerName: 'New', ownerAddress: 'Dili' };
    const registered = (await desk().register('customs-chief', 'TIBI')).body.model.id;
    const { id: submitted } = (await desk().call('customs-chief', 'POST', '/v1/triptic/trip/actions/store', aTrip('TIBI'))).body.model;
    await desk().act('customs-chief', submitted, 'submission');
    for (const id of [registered, submitted]) {
      expect(codesOf(await desk().act('customs-chief', id, 'transfer-ownership', owner))).toEqual(['FOUR_EYES']);
      expect((await desk().act('trip-approver', id, 'transfer-ownership', owner)).status).toBe(200);
    }
  });

  it('are needed to modify an approved permit: not the officer who approved it', async () => {
    const { id } = (await desk().register('public', 'TIBI')).body.model;
    await desk().act('trip-verifier', id, 'verification');
    await desk().pay(id, 'permit');
    await desk().act('customs-chief', id, 'approval');
    expect(codesOf(await desk().act('customs-chief', id, 'modification', { expectedDate: '2027-01-01' }))).toEqual(['FOUR_EYES']);
    expect((await desk().act('trip-verifier', id, 'modification', { expectedDate: '2026-07-01' })).status).toBe(200);
  });
});

describe.each(testBackends())('the public on %s', (_engine, makeBackend) => {
  const { desk } = useDesk(makeBackend);
  it('reads what the office did, but no names of officers', async () => {
    const id = await desk().lead('APPROVED TO EXIT');
    const { actions } = (await desk().load(id)).body.model;
    expect(actions.map(({ operation, user }) => [operation, user.name, user.mobile, user.email])).toEqual([
      ['Register', 'Public', '', ''],
      ['Verify', 'Land Transport Authority', '', ''],
      ['Permit fee paid', 'Land Transport Authority', '', ''],
      ['Approve', 'Land Transport Authority', '', ''],
    ]);
    expect(JSON.stringify((await desk().load(id)).body)).not.toMatch(/Teresa|Tiago/);
    expect((await desk().load(id, 'trip-border')).body.model.actions.map(({ user }) => user.name)).toContain('Teresa Verifier');
  });

  it('does not read comments between officers', async () => {
    const id = await desk().lead('SUBMITTED');
    await desk().act('trip-verifier', id, 'modification', { crossCode: 'BTG', comment: 'Watchlist hit: do not alert' });
    expect(JSON.stringify((await desk().load(id)).body)).not.toContain('Watchlist');
    expect(JSON.stringify((await desk().load(id, 'trip-approver')).body)).toContain('Watchlist');
  });

  it.each<[UserName, number]>([
    ['public', 401],
    ['neighbour', 403],
    ['trip-agent', 403],
    ['applicant', 200],
  ])('as %s opens a draft of a signed-in applicant with %i', async (user, status) => {
    const { id } = (await desk().call('applicant', 'POST', '/v1/triptic/trip/actions/store', { vehicleNumber: 'd-2' })).body.model;
    expect((await desk().load(id, user)).status).toBe(status);
  });

  it('finds drafts and trips again once it is signed in', async () => {
    const { id } = (await desk().call('neighbour', 'POST', '/v1/triptic/trip/actions/store', { vehicleNumber: 'd-3' })).body.model;
    await desk().call('neighbour', 'POST', '/v1/triptic/trip/', aTrip('TIBE', { questions: answers('TIBE') }));
    const { body } = await desk().call<ListResult<OwnDocument>>('neighbour', 'GET', '/v1/triptic/trip/mine');
    expect(body.records).toMatchObject([
      {
        name: 'TL 123-45',
        documentStatus: 'SUBMITTED',
        reference: expect.stringMatching(/^TIBE-/),
        nextStep: 'Land Transport Authority: verify',
        waitsForApplicant: false,
      },
      {
        id,
        name: 'D-3',
        documentStatus: 'STORED',
        statusLabel: 'Draft',
        nextStep: 'Submit',
        waitsForApplicant: true,
        screen: `/eservice/triptic/trip/view/${id}`,
      },
    ]);
    const exit = await desk().lead('APPROVED TO EXIT', 'E', 'neighbour');
    const entry = await desk().lead('APPROVED TO ENTER', 'I', 'neighbour');
    const next = (await desk().call<ListResult<OwnDocument>>('neighbour', 'GET', '/v1/triptic/trip/mine?language=pt')).body.records;
    expect(next.filter((row) => [exit, entry].includes(row.id)).map((row) => [row.nextStep, row.waitsForApplicant])).toEqual([
      ['Apresente o código na fronteira', true],
      ['Pague a taxa de saída', true],
    ]);
    expect((await desk().call('public', 'GET', '/v1/triptic/trip/mine')).status).toBe(401);
    const other = await desk().call<Envelope>('neighbour', 'GET', `/v1/triptic/trip/${id}/document`);
    expect(names(other.body.actions)).toEqual(expect.arrayContaining(['open-edit', 'open-submission']));
  });
});
