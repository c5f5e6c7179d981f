import type { Problem } from '@portal/contract-kit';
import { type Call, publicActor } from '@portal/service-kit';
import { testBackends } from '@portal/service-kit/testing';
import type { GroupEnvelope, GroupMember } from '../../contract/index.ts';
import { ArrivalGroups } from '../arrival/arrival.group.ts';
import { aDeparture, anArrival, type UserName } from '../testing/bodies.ts';
import { arrival, codes, day, departure, nowhere, q, useDesk } from '../testing/desk.ts';

type Answer = GroupEnvelope & Problem;
type Plain = Record<string, unknown>;

const own = ['travellerCode', 'firstName', 'lastName', 'birthDate', 'gender', 'occupation', 'expiryDate', 'hasMerchandise'];
const { travellerCode: _code, ...sharedArrival } = anArrival();
const shared = Object.fromEntries(Object.entries(sharedArrival).filter(([name]) => !own.includes(name)));
const ownOf = (body: Plain): Plain => Object.fromEntries(own.filter((name) => name in body).map((name) => [name, body[name]]));

/** The own fields of one traveller; `n` makes them different. */
const traveller = (n: number, changes: Plain = {}): Plain => ({
  ...ownOf(anArrival({ travellerCode: `CX10000${n}`, firstName: `Person ${String.fromCharCode(65 + (n % 26))}`, lastName: 'Soares' })),
  ...changes,
});
const travellers = (count: number): Plain[] => Array.from({ length: count }, (_, n) => traveller(n));

describe.each(testBackends())('groups on %s', (_engine, makeBackend) => {
  const { desk } = useDesk(makeBackend);
  const call = (user: UserName, method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    desk().call<Answer>(user, method, path, body, headers);
  const register = async (body: Plain, user: UserName = 'public', path = arrival): Promise<GroupEnvelope> => {
    const answer = await call(user, 'POST', `${path}/group`, body);
    expect([answer.status, answer.body.errors]).toEqual([201, undefined]);
    return answer.body;
  };
  const act = (user: UserName, { id, version }: { id: string; version: number }, members: unknown, more: Plain = {}) =>
    call(user, 'POST', `${arrival}/group/${id}/actions/arrival`, { version, members, ...more });
  const ids = ({ model }: GroupEnvelope): string[] => model.members.map(({ id }) => id);
  const arrivals = async (): Promise<number> =>
    (await desk().call<{ totalRecords: number }>('border-officer', 'GET', `${arrival}/search${q([])}`)).body.totalRecords;

  describe('the registration', () => {
    it('makes an ordinary declaration of each traveller, from the shared fields and their own', async () => {
      const { model, actions } = await register({ shared, travellers: [traveller(1), traveller(2, { hasMerchandise: 'YES', address: 'Other street' })] });
      expect(model).toMatchObject({ version: 1, serialReference: { reference: expect.stringMatching(/^GRP-\d{4}-\d{7}$/) } });
      expect(model.members.map(({ name, lane, documentStatus, version }) => [name, lane, documentStatus, version])).toEqual([
        ['PERSON B SOARES', 'GREEN', 'CREATED', 1],
        ['PERSON C SOARES', 'RED', 'CREATED', 1],
      ]);
      expect(actions.map(({ name, url }) => [name, url])).toEqual([
        ['members', `${arrival}/group/${model.id}/members`],
        ['print-form', `${arrival}/group/${model.id}/print-form`],
      ]);
      const [first, second] = await Promise.all(ids({ model, actions }).map((id) => desk().call('public', 'GET', `${arrival}/${id}/document`)));
      expect(first?.body.model).toMatchObject({ groupId: model.id, address: shared.address, serialReference: { reference: model.members[0]?.reference } });
      expect(second?.body.model).toMatchObject({ groupId: model.id, address: 'Other street', hasMerchandise: 'YES' });
      const found = await desk().call<{ records: Plain[] }>('border-officer', 'GET', `${arrival}/search${q([inGroup(model.id)])}`);
      expect(found.body.records).toHaveLength(2);
    });

    it('registers all or nobody, and names the person and the field of every fault', async () => {
      const before = await arrivals();
      const refused = await call('public', 'POST', `${arrival}/group`, {
        shared: { ...shared, flightNumber: '' },
        travellers: [traveller(1), traveller(2, { expiryDate: '2001-01-01' }), traveller(3, { firstName: ' ' })],
      });
      expect(refused.status).toBe(422);
      expect(codes(refused.body)).toEqual([
        'travellers[0].flightNumber REQUIRED',
        'travellers[1].expiryDate DATE',
        'travellers[1].flightNumber REQUIRED',
        'travellers[2].firstName REQUIRED',
        'travellers[2].flightNumber REQUIRED',
      ]);
      expect(await arrivals()).toBe(before);
    });

    it.each([
      ['no list', { shared }, ['travellers MIN_ITEMS']],
      ['an empty list', { shared, travellers: [] }, ['travellers MIN_ITEMS']],
      ['41 travellers', { shared, travellers: travellers(41) }, ['travellers MAX_ITEMS']],
      ['a traveller who is a text', { shared, travellers: [traveller(1), 'Maria'] }, ['travellers[1] OBJECT']],
      ['shared fields that are a list', { shared: [], travellers: [traveller(1)] }, ['shared OBJECT']],
      ['a list instead of a body', [], ['travellers MIN_ITEMS']],
    ])('refuses %s', async (_what, body, expected) => {
      const refused = await call('public', 'POST', `${arrival}/group`, body);
      expect([refused.status, codes(refused.body)]).toEqual([422, expected]);
    });

    it('answers a repeat with the first answer, however often and at the same time, and makes one group', async () => {
      const before = await arrivals();
      const body = { shared, travellers: travellers(3) };
      const headers = { 'idempotency-key': 'a-family-of-three' };
      const answers = await Promise.all(Array.from({ length: 40 }, () => call('public', 'POST', `${arrival}/group`, body, headers)));
      expect(new Set(answers.map(({ status, body: answer }) => JSON.stringify([status, answer.model]))).size).toBe(1);
      expect(await arrivals()).toBe(before + 3);
      const { model } = (answers[0] as (typeof answers)[number]).body;
      await act('border-officer', model, ids({ model, actions: [] }).slice(0, 1));
      expect((await call('public', 'POST', `${arrival}/group`, body, headers)).body.model).toEqual(model);
      const other = await call('public', 'POST', `${arrival}/group`, { shared, travellers: travellers(2) }, headers);
      expect([other.status, codes(other.body)]).toEqual([409, ['IDEMPOTENCY_CONFLICT']]);
    });

    it('takes forty', async () => {
      const { model } = await register({ shared, travellers: travellers(40) });
      const references = model.members.map(({ reference }) => reference);
      expect([references.length, new Set(references).size, [...references].sort()]).toEqual([40, 40, references]);
    });

    it("gives a child an adult's answers, and names the adult", async () => {
      const answers = {
        declaredStatus: 'YES',
        questionsConfirmed: 'YES',
        declarationsConfirmed: 'YES',
        questions: shared.questions,
        declarations: shared.declarations,
      };
      const { declaredStatus: _d, questionsConfirmed: _q, declarationsConfirmed: _c, questions: _r, declarations: _s, ...rest } = shared;
      const child = traveller(2, { birthDate: day(-3_000), answeredBy: 0 });
      const { model } = await register({ shared: rest, travellers: [traveller(1, answers), child] });
      expect(model.members.map(({ answeredBy }) => answeredBy)).toEqual([undefined, 'PERSON B SOARES']);
      const refused = await call('public', 'POST', `${arrival}/group`, {
        shared: rest,
        travellers: [
          traveller(1, answers),
          traveller(2, { answeredBy: 0 }),
          { ...child, answeredBy: 7 },
          { ...child, answeredBy: 2 },
          { ...child, answeredBy: 4 },
        ],
      });
      expect(codes(refused.body)).toEqual([1, 2, 3, 4].map((i) => `travellers[${i}].answeredBy CHOICE`));
    });

    it('takes departures the same way, without lanes', async () => {
      const { travellerCode, firstName, ...rest } = aDeparture();
      const { model } = await register(
        {
          shared: rest,
          travellers: [
            { travellerCode, firstName },
            { travellerCode: 'P7654321', firstName: 'Ana' },
          ],
        },
        'public',
        departure,
      );
      expect(model.members.map(({ name, lane, reference }) => [name, lane, reference.slice(0, 4)])).toEqual([
        ['MARIA DA COSTA', undefined, 'DEP-'],
        ['ANA DA COSTA', undefined, 'DEP-'],
      ]);
      expect((await call('public', 'GET', `${arrival}/group/${model.id}/document`)).status).toBe(404);
    });
  });

  describe('who sees a group', () => {
    it('is who has its id, who registered it, and officials of its agency who may read the declarations', async () => {
      const open = await register({ shared, travellers: travellers(2) });
      const owned = await register({ shared, travellers: travellers(2) }, 'applicant');
      const status = async (user: UserName, { model }: GroupEnvelope) => (await call(user, 'GET', `${arrival}/group/${model.id}/document`)).status;
      const seen = async (group: GroupEnvelope) =>
        Promise.all((['public', 'applicant', 'border-officer', 'foreign-supervisor', 'cashier'] as const).map((user) => status(user, group)));
      expect(await seen(open)).toEqual([200, 200, 200, 403, 403]);
      expect(await seen(owned)).toEqual([200, 200, 200, 403, 403]);
      expect((await call('public', 'GET', `${arrival}/group/${nowhere}/document`)).status).toBe(404);
      expect((await call('public', 'POST', `${arrival}/group/${owned.model.id}/members`, traveller(9))).status).toBe(401);
    });

    it('tells officials alone why they should look at somebody', async () => {
      const red = traveller(1, { hasMerchandise: 'YES', currencyStatus: 'YES', currencyAmount: 9_000, currencyCode: 'USD' });
      const yes = traveller(2, { questions: (shared.questions as Plain[]).map((row) => ({ ...row, answer: 'YES' })) });
      const { model } = await register({ shared, travellers: [red, yes, traveller(3)] });
      const flags = async (user: UserName) =>
        (await call(user, 'GET', `${arrival}/group/${model.id}/document`)).body.model.members.map((m: GroupMember) => m.flags);
      expect(await flags('border-officer')).toEqual([['MERCHANDISE', 'MONEY'], ['ANSWERS'], []]);
      expect(await flags('public')).toEqual([undefined, undefined, undefined]);
    });

    it('keeps the key of a group from who found one of its members', async () => {
      const { model } = await register({ shared, travellers: [traveller(5, { travellerCode: 'FINDME1' })] });
      const criteria = Object.entries({ travellerCode: 'FINDME1', birthDate: '1985-11-02', nationalityCode: 'PT' }).map(([fieldName, value]) => ({
        expressionType: 'SearchCriterion' as const,
        operation: 'EQ' as const,
        dataType: fieldName === 'birthDate' ? ('DATE' as const) : ('TEXT' as const),
        fieldName,
        values: [value],
      }));
      const found = await desk().call<{ records: { id: string }[] }>('public', 'POST', `${arrival}/find`, { criteria });
      const opened = await desk().call('public', 'GET', `${arrival}/${found.body.records[0]?.id}/document`);
      expect([opened.status, opened.body.model.groupId, JSON.stringify(found.body).includes(model.id)]).toEqual([200, undefined, false]);
    });
  });

  describe('one person more', () => {
    it('shares what the others share', async () => {
      const group = await register({ shared, travellers: [traveller(1)] });
      const added = await call('public', 'POST', `${arrival}/group/${group.model.id}/members`, { version: 1, ...traveller(2) });
      expect([added.status, added.body.errors]).toEqual([201, undefined]);
      expect([added.body.model.version, added.body.model.members.map(({ name }) => name)]).toEqual([2, ['PERSON B SOARES', 'PERSON C SOARES']]);
      const { model } = (await desk().call('public', 'GET', `${arrival}/${added.body.model.members[1]?.id}/document`)).body;
      expect(model).toMatchObject({ address: shared.address, flightNumber: 'QG500', groupId: group.model.id });
    });

    it('is refused with the fault, to who saw an earlier version, when an officer has begun, and at forty', async () => {
      const group = await register({ shared, travellers: [traveller(1)] });
      const add = (body: Plain, { id } = group.model) => call('public', 'POST', `${arrival}/group/${id}/members`, body);
      expect(codes((await add(traveller(2, { gender: undefined }))).body)).toEqual(['gender REQUIRED']);
      await add(traveller(2));
      const late = await add({ version: 1, ...traveller(3) });
      expect([late.status, late.body.errors[0]?.code]).toEqual([409, 'STALE_VERSION']);
      const seen = (await call('border-officer', 'GET', `${arrival}/group/${group.model.id}/document`)).body;
      await act('border-officer', seen.model, ids(seen));
      const closed = await add(traveller(3));
      expect([closed.status, closed.body.errors[0]?.code]).toEqual([409, 'ACTION_NOT_ALLOWED']);
      const full = await register({ shared, travellers: travellers(40) });
      const over = await add(traveller(41), full.model);
      expect([over.status, codes(over.body)]).toEqual([422, ['travellers MAX_ITEMS']]);
    });
  });

  describe('at the gate', () => {
    it('records the arrival of those who are named, each with a history of their own, and leaves the others', async () => {
      const { model } = await register({ shared, travellers: travellers(3) });
      const seen = (await call('border-officer', 'GET', `${arrival}/group/${model.id}/document`)).body;
      expect(seen.actions.map(({ name }) => name)).toEqual(['arrival', 'print-form']);
      const done = await act('border-officer', seen.model, ids(seen).slice(0, 2));
      expect([done.status, done.body.model.version, done.body.model.members.map(({ documentStatus, version }) => [documentStatus, version])]).toEqual([
        200,
        2,
        [
          ['ARRIVED', 2],
          ['ARRIVED', 2],
          ['CREATED', 1],
        ],
      ]);
      const member = await desk().call('border-officer', 'GET', `${arrival}/${ids(seen)[0]}/document`);
      expect(member.body.model.actions.map(({ action, user }) => [action, user.name])).toEqual([
        ['register', 'Public'],
        ['arrival', 'The border-officer'],
      ]);
      const stale = await act('border-officer', seen.model, ids(seen).slice(2));
      expect([stale.status, stale.body.errors[0]?.code]).toEqual([409, 'STALE_VERSION']);
      const rest = await act('border-officer', done.body.model, ids(seen).slice(2));
      expect([rest.status, rest.body.actions.map(({ name }) => name)]).toEqual([200, ['print-form']]);
    });

    it('does nothing where one of those who are named cannot be recorded, and names that one', async () => {
      const { model } = await register({ shared, travellers: travellers(3) });
      const [first, second, third] = ids({ model, actions: [] }) as [string, string, string];
      await desk().done('border-officer', arrival, { id: second, version: 1 } as never, 'arrival');
      const refused = await act('border-officer', model, [first, second, third]);
      expect([refused.status, codes(refused.body)]).toEqual([409, ['members[1] ACTION_NOT_ALLOWED']]);
      const { members } = (await call('border-officer', 'GET', `${arrival}/group/${model.id}/document`)).body.model;
      expect(members.map(({ documentStatus }) => documentStatus)).toEqual(['CREATED', 'ARRIVED', 'CREATED']);
    });

    it.each<[string, UserName, (all: string[]) => unknown, Plain, number, string[]]>([
      ['who may not', 'cashier', (all) => all, {}, 403, ['FORBIDDEN']],
      ['the public', 'public', (all) => all, {}, 401, ['UNAUTHENTICATED']],
      ['nobody named', 'border-officer', () => [], {}, 422, ['members MIN_ITEMS']],
      ['no list', 'border-officer', () => undefined, {}, 422, ['members MIN_ITEMS']],
      ['a stranger named', 'border-officer', (all) => [...all, nowhere], {}, 422, ['members[2] CHOICE']],
      ['no version', 'border-officer', (all) => all, { version: undefined }, 422, ['version REQUIRED']],
    ])('refuses %s', async (_what, user, members, more, status, expected) => {
      const { model } = await register({ shared, travellers: travellers(2) });
      const refused = await act(user, model, members(ids({ model, actions: [] })), more);
      expect([refused.status, codes(refused.body)]).toEqual([status, expected]);
    });

    it('asks why before the declared day, once for all', async () => {
      const { model } = await register({ shared: { ...shared, arrivalDate: day(2), departureDate: day(16) }, travellers: travellers(2) });
      const all = ids({ model, actions: [] });
      expect(codes((await act('border-officer', model, all)).body)).toEqual(['members[0].comment REQUIRED', 'members[1].comment REQUIRED']);
      expect((await act('border-officer', model, all, { comment: 'Flight came early' })).status).toBe(200);
    });
  });

  it('has one code, which says what it is, and where to find it for officials alone', async () => {
    const { model } = await register({ shared, travellers: travellers(2) });
    const image = await call('public', 'GET', `${arrival}/group/${model.id}/qr?format=svg`);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    const groups = desk().service.app.get(ArrivalGroups);
    const { row } = await groups.find(model.id, { actor: publicActor } as Call);
    const statement = groups.statement(row);
    expect(JSON.stringify(statement)).not.toContain(model.id);
    const token = groups.documents.kit.signer.sign(statement);
    const verified = (user: UserName) => desk().call<Plain>(user, 'GET', `/v1/verify/${token}`);
    expect((await verified('public')).body).toEqual({
      genuine: true,
      kind: 'arrival-group',
      title: { en: 'Group arrival declaration', pt: 'Declaração de chegada de grupo' },
      reference: model.serialReference.reference,
      issuedAt: model.documentCreatedAt,
      members: 2,
    });
    expect((await verified('border-officer')).body.screen).toBe(`/other/traveller/declaration/group/${model.id}`);
    expect((await verified('foreign-supervisor')).body.screen).toBeUndefined();
  });
});

const inGroup = (id: string) => ({
  expressionType: 'SearchCriterion' as const,
  operation: 'EQ' as const,
  dataType: 'TEXT' as const,
  fieldName: 'groupId',
  values: [id],
});
