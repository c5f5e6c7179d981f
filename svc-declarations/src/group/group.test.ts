import { addPack, type PrintLayout, type Problem } from '@portal/contract-kit';
import { AuditRow, type Call, Database, makeDocumentKey, type PrintDefinition, publicActor } from '@portal/service-kit';
import { areUnguessable, testBackends, until } from '@portal/service-kit/testing';
import type { GroupEnvelope, GroupMember } from '../../contract/index.ts';
import { ArrivalGroups } from '../arrival/arrival.group.ts';
import { ArrivalRow } from '../arrival/arrival.row.ts';
import { GroupSharedFields1700000902700 } from '../migrations/1700000902700-group-shared-fields.ts';
import { aDeparture, anArrival, type UserName } from '../testing/bodies.ts';
import { arrival, codes, day, departure, type Model, nowhere, q, useDesk } from '../testing/desk.ts';
import { DeclarationGroupRow } from './group.row.ts';

type Answer = GroupEnvelope & Problem;
type Plain = Record<string, unknown>;

const own = ['travellerCode', 'firstName', 'lastName', 'birthDate', 'gender', 'occupation', 'expiryDate', 'hasMerchandise'];
const { travellerCode: _code, ...sharedArrival } = anArrival();
const shared: Plain = Object.fromEntries(Object.entries(sharedArrival).filter(([name]) => !own.includes(name)));
// Every body gets the day on which it is sent, because midnight may pass between two tests.
Object.defineProperty(shared, 'arrivalDate', { enumerable: true, get: () => day(0) });
const ownOf = (body: Plain): Plain => Object.fromEntries(own.filter((name) => name in body).map((name) => [name, body[name]]));

/** Returns one traveller's own fields. A different `n` gives a different traveller. */
const traveller = (n: number, changes: Plain = {}): Plain => ({
  ...ownOf(anArrival({ travellerCode: `CX10000${n}`, firstName: `Person ${String.fromCharCode(65 + (n % 26))}`, lastName: 'Soares' })),
  ...changes,
});
const travellers = (count: number): Plain[] => Array.from({ length: count }, (_, n) => traveller(n));

describe.each(testBackends())('groups on %s', (engine, makeBackend) => {
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
        ['leave', `${arrival}/group/${model.id}/actions/leave`],
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

    it('at the counter does not hide from the audit log what the officer reads of it afterwards', async () => {
      const { model } = (await call('border-officer', 'POST', `${arrival}/group`, { shared, travellers: travellers(2) })).body;
      expect((await call('border-officer', 'GET', `${arrival}/group/${model.id}/document`)).status).toBe(200);
      const rows = await desk().service.app.get(Database).reader.findBy(AuditRow, { documentId: model.id });
      expect(rows.map(({ action, userSub }) => [action, userSub]).sort()).toEqual([
        ['register', 'border-officer'],
        ['view', 'border-officer'],
      ]);
    });

    it('stores the names of those shared fields alone that the contract knows, and a migration removes others that are stored', async () => {
      const unknown = { password: 'secret', 'x y z': 1, comment: 'Together', groupId: nowhere, answeredBy: null };
      const { model } = await register({ shared: { ...unknown, ...shared }, travellers: [traveller(1)] });
      const db = desk().service.app.get(Database);
      const stored = async () => (await db.findById(DeclarationGroupRow, model.id))?.sharedFields;
      const known = Object.keys(shared);
      expect(await stored()).toEqual(known);
      // As an earlier release stored them.
      await db.write((tx) => tx.update(DeclarationGroupRow, { id: model.id }, { sharedFields: [...Object.keys(unknown), ...known] }));
      const query = db.reading.createQueryRunner();
      await new GroupSharedFields1700000902700().up(query).finally(() => query.release());
      expect(await stored()).toEqual(known);
      const added = await call('public', 'POST', `${arrival}/group/${model.id}/members`, traveller(2));
      expect([added.status, added.body.errors]).toEqual([201, undefined]);
    });

    it('takes forty, whose ids do not follow from one another', async () => {
      const { model } = await register({ shared, travellers: travellers(40) });
      expect(areUnguessable(model.members.map(({ id }) => id))).toBe(true);
      const references = model.members.map(({ reference }) => reference);
      expect([references.length, new Set(references).size, [...references].sort()]).toEqual([40, 40, references]);
    });

    it('writes the rows of all with one statement for each table, and counts each person once', async () => {
      const statements = async (work: () => Promise<unknown>): Promise<number> => {
        const database = desk().service.app.get(Database);
        const seen = jest.spyOn(Object.getPrototypeOf(database.reader.connection.createQueryRunner()), 'query');
        await work();
        const count = seen.mock.calls.filter(([sql]) =>
          /^insert into \W?(arrival_declaration|document_version|document_action|audit_record)\W? /i.test(String(sql)),
        ).length;
        seen.mockRestore();
        return count;
      };
      const before = await arrivals();
      expect(await statements(() => register({ shared, travellers: travellers(12) }))).toBe(4);
      const group = await register({ shared, travellers: travellers(12) });
      expect(await statements(() => act('border-officer', group.model, ids(group)))).toBe(3);
      expect(await arrivals()).toBe(before + 24);
      const { kit, definition } = desk().service.app.get(ArrivalGroups).documents;
      expect(await kit.statistics.check.compare(definition)).toBe(0);
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

    it('names every fault of all travellers, also beside a child whose adult may not answer and beside what is no traveller', async () => {
      const { questions: _q, questionsConfirmed: _c, declarations: _d, declarationsConfirmed: _e, declaredStatus: _s, ...rest } = shared;
      const child = traveller(2, { birthDate: day(-3_000), answeredBy: 0 });
      const refused = await call('public', 'POST', `${arrival}/group`, {
        shared,
        travellers: [traveller(1, { birthDate: undefined, travellerCode: undefined }), child, 'Maria', traveller(3, { gender: undefined })],
      });
      const expected = ['travellers[0].birthDate REQUIRED', 'travellers[0].travellerCode REQUIRED', 'travellers[1].answeredBy CHOICE'];
      expect([refused.status, codes(refused.body)]).toEqual([422, [...expected, 'travellers[2] OBJECT', 'travellers[3].gender REQUIRED']]);
      // The answers of a child are not missing while nobody knows who gives them.
      const alone = await call('public', 'POST', `${arrival}/group`, { shared: rest, travellers: [{ ...child, answeredBy: 7, firstName: '' }] });
      expect([alone.status, codes(alone.body)]).toEqual([422, ['travellers[0].answeredBy CHOICE', 'travellers[0].firstName REQUIRED']]);
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

    it('shows officials the passport to compare, and what they may do with each person now', async () => {
      const { model } = await register({ shared, travellers: [traveller(1), traveller(2)] });
      const [first, second] = ids({ model, actions: [] }) as [string, string];
      const seen = async (user: UserName) => (await call(user, 'GET', `${arrival}/group/${model.id}/document`)).body.model.members;
      expect((await seen('border-officer'))[0]).toMatchObject({
        travellerCode: 'CX100001',
        nationalityName: 'Portuguese',
        birthDate: '1985-11-02',
        flightNumber: 'QG500',
        travelDate: day(0),
        actions: ['arrival'],
      });
      for (const hidden of ['travellerCode', 'nationalityName', 'birthDate', 'actions', 'flags', 'assignee'])
        expect((await seen('public'))[0]).not.toHaveProperty(hidden);
      await desk().call('border-officer-2', 'POST', `${arrival}/${second}/claim`, {});
      expect((await seen('border-officer')).map(({ actions, assignee }) => [actions, assignee])).toEqual([
        [['arrival'], undefined],
        [[], 'The border-officer-2'],
      ]);
      const refused = await act('border-officer', model, [first, second]);
      expect([refused.status, codes(refused.body)]).toEqual([409, ['members[1] CLAIMED']]);
      expect(refused.body.claim).toEqual({ assignee: { name: 'The border-officer-2' }, since: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/) });
    });

    // The embedded database has one writer.
    if (engine !== 'embedded')
      it('lets no officer claim a person whose case an action on the group is about to change', async () => {
        const { model } = await register({ shared, travellers: travellers(2) });
        const [first, second] = ids({ model, actions: [] }) as [string, string];
        const { documents } = desk().service.app.get(ArrivalGroups);
        const { claims } = documents.kit;
        let claim: Promise<{ status: number }> | undefined;
        const applyAction = claims.applyAction.bind(claims);
        const spied = jest.spyOn(claims, 'applyAction').mockImplementationOnce(async (...args) => {
          // The claim of the first person has been read, and the second one is not written yet.
          await applyAction(...args);
          const read = jest.spyOn(documents, 'find');
          claim = desk().call('border-officer-2', 'POST', `${arrival}/${second}/claim`, {});
          await until(() => read.mock.results.length > 0);
          await read.mock.results[0]?.value;
          read.mockRestore();
          await Promise.race([claim, new Promise((done) => setTimeout(done, 1_000))]);
        });
        const done = await act('border-officer', model, [first, second]);
        spied.mockRestore();
        expect([done.status, (await claim)?.status]).toEqual([200, 409]);
        expect((await claims.ofMany([first, second])).size).toBe(0);
      });

    it('is printed in the language of the reader, to the headings of its table', async () => {
      addPack({ tag: 'id', name: 'Bahasa Indonesia', direction: 'ltr', checked: null, texts: { Travellers: 'Pelancong', Name: 'Nama' } });
      const { model } = await register({ shared, travellers: travellers(2) });
      await call('public', 'GET', `${arrival}/group/${model.id}/print-form?language=id`);
      const [, layout] = [...desk().around.awaited].find(([key]) => key.includes(model.id)) as [string, PrintLayout];
      expect(layout.blocks[0]).toMatchObject({
        title: 'Pelancong / Travellers',
        columns: expect.arrayContaining([expect.objectContaining({ title: 'Nama / Name' })]),
      });
    });

    it('is printed anew where the layout of the first page or of the form of a member has another number', async () => {
      const { model } = await register({ shared, travellers: travellers(2) });
      const form = desk().service.app.get(ArrivalGroups).documents.definition.prints['print-form'] as PrintDefinition<never>;
      for (const layoutNumber of [undefined, 7]) {
        Object.assign(form, { layoutNumber });
        await call('public', 'GET', `${arrival}/group/${model.id}/print-form`);
      }
      Object.assign(form, { layoutNumber: undefined });
      const keys = [...desk().around.awaited.keys()].filter((key) => key.includes(model.id));
      expect(keys.map((key) => key.split('/').at(-1))).toEqual(['print-form-2.en', 'print-form-7-2.en']);
    });

    it('shows officials the members alone that they may read, each by its own agency', async () => {
      const { model } = await register({ shared, travellers: travellers(3) });
      const all = ids({ model, actions: [] }) as [string, string, string];
      await desk()
        .service.app.get(Database)
        .write((tx) => tx.update(ArrivalRow, { id: all[1] }, { agencyCode: 'MOH' }));
      const seen = async (user: UserName) => ids((await call(user, 'GET', `${arrival}/group/${model.id}/document`)).body);
      expect(await seen('border-officer')).toEqual([all[0], all[2]]);
      expect(await seen('foreign-supervisor')).toEqual([all[1]]);
      expect(await seen('public')).toEqual(all);
      const named = await act('border-officer', model, all);
      expect([named.status, codes(named.body)]).toEqual([422, ['members[1] CHOICE']]);
      const done = await act('border-officer', model, [all[0]], {});
      expect(ids(done.body)).toEqual([all[0], all[2]]);
      await call('border-officer', 'GET', `${arrival}/group/${model.id}/print-form`);
      const [, layout] = [...desk().around.awaited].find(([key]) => key.includes(model.id)) as [string, PrintLayout];
      expect(layout.following).toHaveLength(2);
      expect(JSON.stringify(layout)).not.toContain(model.members[1]?.reference);
      await desk()
        .service.app.get(Database)
        .write((tx) => tx.update(ArrivalRow, { groupId: model.id }, { agencyCode: 'MOH' }));
      for (const part of ['document', 'qr', 'print-form'])
        expect((await call('border-officer', 'GET', `${arrival}/group/${model.id}/${part}`)).status).toBe(403);
      expect((await act('border-officer', done.body.model, [all[2]])).status).toBe(403);
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

    it('keeps it from who opened a member with a one-time code, when a signed-in person registered the group', async () => {
      const { model } = await register({ shared, travellers: travellers(2) }, 'applicant');
      const [id] = ids({ model, actions: [] });
      const { kit, definition } = desk().service.app.get(ArrivalGroups).documents;
      const key = makeDocumentKey(kit.encryption, kit.clock, definition.kind, String(id), 'code');
      const body = { ...shared, ...traveller(0), occupation: 'Pilot', version: 1 };
      const updated = await desk().call('public', 'POST', `${arrival}/${key}/actions/update`, body);
      expect([updated.status, updated.body.errors]).toEqual([200, undefined]);
      for (const read of ['document', '1/version', 'export']) {
        const answer = await desk().call('public', 'GET', `${arrival}/${key}/${read}`);
        expect([read, answer.status, JSON.stringify([answer.body, updated.body]).includes(model.id)]).toEqual([read, 200, false]);
      }
      expect((await desk().call('applicant', 'GET', `${arrival}/${id}/document`)).body.model).toMatchObject({ groupId: model.id, occupation: 'PILOT' });
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

  it('takes persons who are added at the same moment, and refuses those who saw an earlier version', async () => {
    const group = await register({ shared, travellers: [traveller(1)] });
    const add = (n: number, version?: number) => call('public', 'POST', `${arrival}/group/${group.model.id}/members`, { version, ...traveller(n) });
    const answers = await Promise.all([2, 3, 4, 5].map((n) => add(n)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const { model } = (await call('public', 'GET', `${arrival}/group/${group.model.id}/document`)).body;
    expect([model.version, model.size]).toEqual([5, 5]);
    const versioned = await Promise.all([6, 7, 8].map((n) => add(n, 5)));
    expect(versioned.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  describe('a child who is added later', () => {
    it('may have the answers of an adult of the group, and of nobody else', async () => {
      const group = await register({ shared, travellers: [traveller(1), traveller(2, { birthDate: day(-3_000) })] });
      const { questions: _q, questionsConfirmed: _c, ...fields } = traveller(3, { birthDate: day(-400) });
      const add = (body: Plain) => call('public', 'POST', `${arrival}/group/${group.model.id}/members`, body);
      expect(group.model.members.map(({ mayAnswer }) => mayAnswer)).toEqual([true, false]);
      for (const place of [1, 2, 9, 'Maria']) expect(codes((await add({ ...fields, answeredBy: place })).body)).toEqual(['answeredBy CHOICE']);
      expect(codes((await add({ ...traveller(3), answeredBy: 0 })).body)).toEqual(['answeredBy CHOICE']);
      expect(codes((await add({ ...fields, gender: undefined, answeredBy: 1 })).body)).toEqual(['answeredBy CHOICE', 'gender REQUIRED']);
      const added = await add({ ...fields, answeredBy: 0 });
      expect([added.status, added.body.model.members.map(({ answeredBy }) => answeredBy)]).toEqual([201, [undefined, undefined, 'PERSON B SOARES']]);
      expect(added.body.model.members.map(({ mayAnswer }) => mayAnswer)).toEqual([true, false, false]);
    });
  });

  describe('a person who does not come along', () => {
    const leave = (user: UserName, { id, version }: { id: string; version: number }, members: unknown, headers?: Record<string, string>, path = arrival) =>
      call(user, 'POST', `${path}/group/${id}/actions/leave`, { version, members }, headers);

    it('is taken out by whoever registered the group, and keeps a valid declaration with its own code and history', async () => {
      const group = await register({ shared, travellers: travellers(3) });
      const [first, second, third] = ids(group) as [string, string, string];
      expect(group.actions.map(({ name, url }) => [name, url])[1]).toEqual(['leave', `${arrival}/group/${group.model.id}/actions/leave`]);
      const left = await leave('public', group.model, [second]);
      expect([left.status, left.body.model.version, ids(left.body)]).toEqual([200, 2, [first, third]]);
      const alone = (await desk().call('public', 'GET', `${arrival}/${second}/document`)).body;
      expect([alone.model.groupId, alone.model.version, alone.model.documentStatus]).toEqual([undefined, 2, 'CREATED']);
      expect(alone.model.actions.map(({ action }) => action)).toEqual(['register', 'leave']);
      expect((await call('public', 'GET', `${arrival}/${second}/qr`)).status).toBe(200);
      const found = await desk().call<{ records: Plain[] }>('border-officer', 'GET', `${arrival}/search${q([inGroup(group.model.id)])}`);
      expect(found.body.records).toHaveLength(2);
      const recorded = await act('border-officer', left.body.model, ids(left.body));
      expect(recorded.body.model.members.map(({ documentStatus }) => documentStatus)).toEqual(['ARRIVED', 'ARRIVED']);
      expect((await desk().act('border-officer', arrival, alone.model, 'arrival')).body.model.documentStatus).toBe('ARRIVED');
    });

    it('is taken out without a copy of the fields that the action does not read', async () => {
      const group = await register({ shared, travellers: travellers(3) });
      const groups = desk().service.app.get(ArrivalGroups) as unknown as { inputFor(...parts: unknown[]): Promise<unknown> };
      const input = jest.spyOn(groups, 'inputFor');
      const unknown = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`unknown${n}`, n]));
      const body = { ...unknown, version: 1, members: ids(group).slice(1), comment: 'Ill' };
      const left = await call('public', 'POST', `${arrival}/group/${group.model.id}/actions/leave`, body);
      const bodies = input.mock.calls.map(([, , each]) => each);
      input.mockRestore();
      expect([left.status, bodies]).toEqual([200, Array(2).fill({ comment: 'Ill', version: 1 })]);
    });

    it('is taken out of a group of departures too', async () => {
      const { travellerCode: _p, ...rest } = aDeparture();
      const group = await register({ shared: rest, travellers: [{ travellerCode: 'P1' }, { travellerCode: 'P2' }] }, 'public', departure);
      const left = await leave('public', group.model, ids(group).slice(1), {}, departure);
      expect([left.status, left.body.model.members.length]).toEqual([200, 1]);
    });

    it('is taken out once, however often the call is repeated', async () => {
      const group = await register({ shared, travellers: travellers(3) });
      const headers = { 'idempotency-key': `leave-${group.model.id}` };
      const answers = await Promise.all(Array.from({ length: 8 }, () => leave('public', group.model, ids(group).slice(0, 1), headers)));
      expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body.model]))).size).toBe(1);
      expect((await call('public', 'GET', `${arrival}/group/${group.model.id}/document`)).body.model).toMatchObject({ version: 2, members: { length: 2 } });
    });

    it('stays once an officer has recorded the arrival, as does the last one, and to who saw an earlier version', async () => {
      const group = await register({ shared, travellers: travellers(3) });
      const all = ids(group);
      expect(codes((await leave('public', group.model, all)).body)).toEqual(['members MAX_ITEMS']);
      const seen = (await act('border-officer', group.model, all.slice(0, 1))).body.model;
      const stale = await leave('public', group.model, all.slice(1, 2));
      expect([stale.status, stale.body.errors[0]?.code]).toEqual([409, 'STALE_VERSION']);
      const late = await leave('public', seen, all.slice(0, 2));
      expect([late.status, codes(late.body)]).toEqual([409, ['members[0] ACTION_NOT_ALLOWED']]);
      expect((await call('public', 'GET', `${arrival}/group/${group.model.id}/document`)).body.model.members).toHaveLength(3);
    });

    it('leaves the group with a version of its own, whatever was changed before', async () => {
      const { model } = await register({ shared, travellers: travellers(3) });
      const [first, second] = ids({ model, actions: [] }) as [string, string, string];
      for (const version of [1, 2]) await desk().done('public', arrival, { id: second, version } as never, 'update', traveller(1, shared));
      expect((await leave('public', model, [second])).status).toBe(409);
      const left = await leave('public', { id: model.id, version: 3 }, [second]);
      expect([left.status, left.body.model.version]).toEqual([200, 4]);
      expect((await act('border-officer', left.body.model, [first])).body.model.version).toBe(6);
    });

    it('is taken out by nobody else', async () => {
      const owned = await register({ shared, travellers: travellers(2) }, 'applicant');
      const tried = (['public', 'border-officer', 'cashier', 'agent'] as const).map(
        async (user) => (await leave(user, owned.model, ids(owned).slice(1))).status,
      );
      expect(await Promise.all(tried)).toEqual([401, 403, 403, 403]);
      expect((await leave('applicant', owned.model, ids(owned).slice(1))).status).toBe(200);
    });

    it('leaves nowhere but on the page of the group, which would not know of it', async () => {
      const { model } = await register({ shared, travellers: travellers(2) });
      for (const { id } of model.members) {
        expect((await desk().call('public', 'GET', `${arrival}/${id}/document`)).body.actions.map(({ name }) => name)).not.toContain('leave');
        expect((await call('public', 'POST', `${arrival}/${id}/actions/leave`, { version: 1 })).status).toBe(409);
      }
      expect((await call('public', 'GET', `${arrival}/group/${model.id}/document`)).body.model).toMatchObject({ version: 1, members: { length: 2 } });
    });

    it('is offered nowhere but in a group', async () => {
      const single = await desk().register(arrival);
      expect(single.actions.map(({ name }) => name)).not.toContain('leave');
      expect((await desk().act('public', arrival, single.model, 'leave')).status).toBe(409);
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
        4,
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

    it('tells when it is over for everybody: nobody who is referred is done', async () => {
      const { model } = await register({ shared, travellers: travellers(2) });
      const seen = async () => (await call('public', 'GET', `${arrival}/group/${model.id}/document`)).body.model;
      const arrived = (await act('border-officer', model, ids({ model, actions: [] }))).body.model.members as [GroupMember, GroupMember];
      const decide = (member: object, decision: string) => desk().done('border-supervisor', arrival, member as Model, 'decision', { decision });
      await decide(arrived[0], 'DETAINED');
      expect(await seen()).not.toHaveProperty('over');
      const referred = await decide(arrived[1], 'REFERRED');
      expect(await seen()).not.toHaveProperty('over');
      await decide(referred, 'CLEARED');
      expect((await seen()).over).toBe(true);
    });

    it('records nobody whom the officer has not seen as they are now', async () => {
      const { model } = await register({ shared, travellers: travellers(3) });
      const all = ids({ model, actions: [] }) as [string, string, string];
      const changed = traveller(0, { ...shared, hasMerchandise: 'YES', goods: [{ description: 'Wine', quantity: 3, amount: 10, currencyCode: 'USD' }] });
      await desk().done('public', arrival, { id: all[0], version: 1 } as never, 'update', changed);
      const refused = await act('border-officer', model, all.slice(0, 2));
      expect([refused.status, codes(refused.body)]).toEqual([409, ['STALE_VERSION']]);
      const seen = (await call('border-officer', 'GET', `${arrival}/group/${model.id}/document`)).body.model;
      expect(seen.members.map(({ lane, documentStatus }) => [lane, documentStatus])).toEqual([
        ['RED', 'CREATED'],
        ['GREEN', 'CREATED'],
        ['GREEN', 'CREATED'],
      ]);
      expect((await act('border-officer', seen, all.slice(0, 2))).status).toBe(200);
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

  it('of departures keeps the answers of its members if a verification answers only some questions', async () => {
    const { travellerCode, firstName, ...rest } = aDeparture();
    const people = [
      { travellerCode, firstName },
      { travellerCode: 'P7654321', firstName: 'Ana' },
    ];
    const { model } = await register({ shared: rest, travellers: people }, 'public', departure);
    const all = ids({ model, actions: [] });
    const verify = (body: Plain) =>
      call('border-officer', 'POST', `${departure}/group/${model.id}/actions/verification`, { version: model.version, members: all, comment: 'Seen', ...body });
    const answers = () => Promise.all(all.map(async (id) => (await desk().call('border-officer', 'GET', `${departure}/${id}/document`)).body.model.questions));
    const before = await answers();
    expect(before.map((questions) => questions?.length)).toEqual([2, 2]);
    const refused = await verify({ questions: [] });
    expect([refused.status, codes(refused.body)]).toEqual([
      422,
      [0, 1].flatMap((i) => [0, 1].map((question) => `members[${i}].questions.${question} QUESTION_UNANSWERED`)),
    ]);
    const unclear = await verify({ questions: [{ id: 'DEP-Q2', declined: true }] });
    expect(codes(unclear.body)).toEqual([0, 1].map((i) => `members[${i}].questions.0 QUESTION_UNANSWERED`));
    expect((await verify({})).status).toBe(200);
    expect(await answers()).toEqual(before);
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
    });
    expect((await verified('border-officer')).body).toMatchObject({ members: 2, screen: `/other/traveller/declaration/group/${model.id}` });
    expect((await verified('foreign-supervisor')).body).toEqual((await verified('public')).body);
    // The code of a group that a restore has lost says nothing of the group that has its reference now.
    const ofLost = groups.documents.kit.signer.sign({ ...statement, iat: statement.iat - 3_600 });
    const { body } = await desk().call<Plain>('border-officer', 'GET', `/v1/verify/${ofLost}`);
    expect(body).toMatchObject({ genuine: true, reference: model.serialReference.reference, standing: { code: 'NOT_IN_REGISTER' } });
    expect([body.screen, body.members]).toEqual([undefined, undefined]);
  });

  it('is found by its reference in the search over everything, by officials who may read a member', async () => {
    const { model } = await register({ shared, travellers: travellers(3) });
    const { reference } = model.serialReference;
    const found = async (user: UserName, text: string) => {
      const { body } = await desk().call<{ records?: { kind: string; url: string; title: string; reference: string }[] }>(user, 'POST', '/v1/lookup', { text });
      return (body.records ?? []).filter(({ kind }) => kind === 'arrival-group');
    };
    const wanted = { reference, title: 'PERSON A SOARES and 2 more', url: `/other/traveller/declaration/group/${model.id}` };
    for (const text of [reference, reference.toLowerCase().replaceAll('-', ' ')]) expect(await found('border-officer', text)).toMatchObject([wanted]);
    expect(await found('foreign-supervisor', reference)).toEqual([]);
    expect(await found('agent', reference)).toEqual([]);
    expect(await found('public', reference)).toEqual([]);
  });
});

const inGroup = (id: string) => ({
  expressionType: 'SearchCriterion' as const,
  operation: 'EQ' as const,
  dataType: 'TEXT' as const,
  fieldName: 'groupId',
  values: [id],
});
