import type { ListResult, Problem } from '@portal/contract-kit';
import { AuditRow, Database, Retention } from '@portal/service-kit';
import { eq, testBackends, until, useTestDesk } from '@portal/service-kit/testing';
import { EntityManager, Like } from 'typeorm';
import type { ArrivalDeclaration, LaneTableBody, LaneTableVersion, LaneTrial, WatchListEntry } from '../../contract/index.ts';
import { ArrivalService } from '../arrival/arrival.service.ts';
import { LaneHits1700000001008 } from '../migrations/1700000001008-lane-hits.ts';
import { anArrival, type UserName } from '../testing/bodies.ts';
import { arrival, codes, Desk, type Model, q, useDesk } from '../testing/desk.ts';
import { LaneHitRow, LaneTableRow } from './lane-rules.entities.ts';

const table = (changes: Partial<LaneTableBody> = {}): LaneTableBody => ({
  code: 'RISK',
  name: { en: 'Risk', pt: 'Risco' },
  hitPolicy: 'FIRST',
  inputs: ['nationality', 'bags'],
  rules: [{ when: ['"TL"', '>= 3'], lane: 'RED', reason: { en: 'Many bags', pt: 'Muitos volumes' } }],
  order: 10,
  effectiveFrom: '2026-01-01',
  ...changes,
});
const rule = (when: string[], lane: 'RED' | 'GREEN' = 'RED', more: object = {}) => ({
  when,
  lane,
  reason: { en: when.join(' '), pt: when.join(' ') },
  ...more,
});
const [author, approver] = ['rule-author', 'rule-approver'] as const satisfies UserName[];

describe.each(testBackends())('lane rules on %s', (_engine, makeBackend) => {
  const { desk } = useDesk(makeBackend);
  const call = <Body = { model: LaneTableVersion } & Problem>(user: UserName, method: string, path: string, body?: object) =>
    desk().call<Body>(user, method, `/v1/lane-rules${path}`, body);
  const write = async (body: object, user: UserName = author): Promise<LaneTableVersion> => {
    const reply = await call(user, 'POST', '', body);
    expect([reply.status, reply.body.errors]).toEqual([201, undefined]);
    return reply.body.model;
  };
  /** Does a call twice with the same idempotency key. */
  const twice = async <Body = { model: LaneTableVersion }>(user: UserName, path: string, body: object) => {
    const send = () => desk().call<Body & Problem>(user, 'POST', path, body, { 'idempotency-key': `twice ${path}` });
    const [first, again] = [await send(), await send()];
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    return first;
  };
  const enforce = async ({ id, version }: LaneTableVersion, user: UserName = approver) => call(user, 'POST', `/${id}/actions/put-in-force`, { version });
  const inForce = async (body: object): Promise<LaneTableVersion> => {
    const reply = await enforce(await write(body));
    expect([reply.status, reply.body.errors]).toEqual([200, undefined]);
    return reply.body.model;
  };
  const withdraw = ({ id, version }: LaneTableVersion, user: UserName = author) =>
    call(user, 'POST', `/${id}/actions/withdraw`, { version, reason: 'A mistake' });
  const register = async (changes: object = {}): Promise<Model> =>
    (await desk().register(arrival, { nationalityCode: 'TL', numberOfBaggages: 3, ...changes })).model;
  const seenBy = async (user: UserName, { id }: Pick<Model, 'id'>): Promise<ArrivalDeclaration> =>
    (await desk().call(user, 'GET', `${arrival}/${id}/document`)).body.model;

  afterEach(async () => {
    const { records } = (await call<ListResult<LaneTableVersion>>(author, 'GET', '')).body;
    for (const each of records.filter(({ status, always }) => status === 'IN_FORCE' && !always)) expect((await withdraw(each)).status).toBe(200);
  });

  it('decide from the moment on in which a second person puts a table in force', async () => {
    const draft = await write(table());
    expect((await register()).lane).toBe('GREEN');
    expect([draft.mine, (await call(approver, 'GET', `/${draft.id}`)).body.model.mine]).toEqual([true, false]);
    const own = await enforce(draft, author);
    expect([own.status, codes(own.body)]).toEqual([403, ['FOUR_EYES']]);
    expect((await enforce(draft)).body.model).toMatchObject({ status: 'IN_FORCE', deciding: true, version: 2 });
    const declared = await register();
    expect(declared.lane).toBe('RED');
    expect(await seenBy('border-officer', declared)).toMatchObject({
      lane: 'RED',
      laneReasons: [{ en: 'Many bags', pt: 'Muitos volumes', table: 'RISK', number: draft.number, rule: 1 }],
      laneDecision: { tables: [`RISK/${draft.number}`] },
    });
    expect((await register({ numberOfBaggages: 2 })).lane).toBe('GREEN');
  });

  it('answer a repeated call as the first one, though the table is in force since', async () => {
    const body = table({ code: 'AGAIN' });
    const send = async () => {
      const { status, body: answer } = await desk().call<{ model: LaneTableVersion }>(author, 'POST', '/v1/lane-rules', body, {
        'idempotency-key': 'table-again',
      });
      return [status, answer];
    };
    const first = await send();
    expect((await enforce((first[1] as { model: LaneTableVersion }).model)).status).toBe(200);
    expect(await send()).toEqual(first);
  });

  it('are put in force one after another, so that no version takes force after a later one that it was not compared with', async () => {
    const [older, newer] = [await write(table({ code: 'ORDER' })), await write(table({ code: 'ORDER' }))];
    let second: ReturnType<typeof enforce> | undefined;
    const { existsBy } = EntityManager.prototype;
    const spied = jest.spyOn(EntityManager.prototype, 'existsBy').mockImplementation(async function (this: EntityManager, ...asked) {
      const found = await existsBy.apply(this, asked);
      if (asked[0] !== LaneTableRow || second) return found;
      second = enforce(newer);
      await Promise.race([second, new Promise((done) => setTimeout(done, 1_000))]);
      return found;
    });
    const first = await enforce(older);
    expect([first.status, (await second)?.status]).toEqual([200, 200]);
    spied.mockRestore();
    const recorded = { where: { action: 'lane-table-in-force', reference: Like('ORDER/%') }, order: { id: 'ASC' as const } };
    expect((await desk().service.app.get(Database).reader.find(AuditRow, recorded)).map(({ reference }) => reference)).toEqual(['ORDER/1', 'ORDER/2']);
  });

  it('are put in force, tried and withdrawn once for each idempotency key', async () => {
    const { id, version } = await write(table({ code: 'TWICE' }));
    const path = `/v1/lane-rules/${id}`;
    const span = { from: '2026-01-01', to: '2026-01-02' };
    const tried = () => desk().call<{ model: LaneTrial }>(author, 'POST', `${path}/trial`, span, { 'idempotency-key': `trial ${id}` });
    const trials = [await tried(), await tried()].map(({ status, body }) => [status, body.model.id]);
    const { records } = (await call<ListResult<LaneTrial>>(author, 'GET', `/${id}/trial`)).body;
    expect(trials).toEqual(Array(2).fill([200, records[0]?.id]));
    expect(records).toHaveLength(1);
    const forced = await twice(approver, `${path}/actions/put-in-force`, { version });
    expect(forced.body.model).toMatchObject({ status: 'IN_FORCE', deciding: true, version: version + 1 });
    const withdrawn = await twice(author, `${path}/actions/withdraw`, { version: version + 1, reason: 'A mistake' });
    expect(withdrawn.body.model).toMatchObject({ status: 'WITHDRAWN', deciding: false, version: version + 2 });
    // The answer stays the first one.
    expect((await twice(approver, `${path}/actions/put-in-force`, { version })).body).toEqual(forced.body);
  });

  it('name on watch lists, and take off them, once for each idempotency key', async () => {
    const entries = [{ passport: 'P7654321', note: 'Look at the luggage' }, { passport: 'P7654322' }];
    const added = await twice<ListResult<WatchListEntry>>(author, '/v1/watch-lists/TWICE/entries', { entries });
    expect([added.status, added.body.records.map(({ note }) => note)]).toEqual([201, ['Look at the luggage', undefined]]);
    const listed = async () => (await desk().call<ListResult<WatchListEntry>>(author, 'GET', '/v1/watch-lists/TWICE/entries')).body.totalRecords;
    expect(await listed()).toBe(2);
    const removed = await twice<{ model: { removed: number } }>(author, '/v1/watch-lists/TWICE/actions/remove', { entries });
    expect([removed.body.model, await listed()]).toEqual([{ removed: 2 }, 0]);
  });

  it('begin with the rule of the specification, which is always in force and nobody changes', async () => {
    await write(table({ code: 'AAA', order: 0 }));
    const { records, totalRecords } = (await call<ListResult<LaneTableVersion>>(author, 'GET', '')).body;
    expect(totalRecords).toBe(records.length);
    const [first] = records as [LaneTableVersion];
    expect(first).toMatchObject({ code: 'SPECIFICATION', status: 'IN_FORCE', deciding: true, always: true, inputs: ['merchandise'] });
    expect((await call(author, 'GET', `/${first.id}`)).body.model).toEqual(first);
    for (const user of [author, approver]) {
      expect(codes((await withdraw(first, user)).body)).toEqual(['ACTION_NOT_ALLOWED']);
      expect(codes((await enforce(first, user)).body)).toEqual(['ACTION_NOT_ALLOWED']);
      expect(codes((await call(user, 'PUT', `/${first.id}`, { ...table(), version: first.version })).body)).toEqual(['ACTION_NOT_ALLOWED']);
    }
    const other = await call(author, 'POST', '', table({ code: first.code }));
    expect([other.status, other.body.errors?.map(({ code, field }) => `${code} ${field}`)]).toEqual([422, ['CHOICE code']]);
    expect((await register({ hasMerchandise: 'NO' })).lane).toBe('GREEN');
  });

  it('are for officers alone', async () => {
    await inForce(table());
    const declared = await register();
    for (const seen of [declared, await seenBy('public', declared)]) {
      expect(seen.lane).toBe('RED');
      expect(Object.keys(seen).filter((field) => /^lane./.test(field))).toEqual([]);
    }
  });

  it('leave the rule of the specification in force, whatever a table says', async () => {
    await inForce(table({ rules: [rule(['-', '-'], 'GREEN')] }));
    const declared = await register({ hasMerchandise: 'YES', goods: [{ description: 'Wine' }] });
    expect([declared.lane, (await seenBy('border-officer', declared)).laneReasons]).toEqual([
      'RED',
      [{ en: 'Merchandise is declared', pt: 'Foram declaradas mercadorias' }],
    ]);
  });

  it('take the first rule that applies, or all of them', async () => {
    const rules = [rule(['"TL"', '5']), rule(['-', '[3..4]'], 'GREEN'), rule(['"TL"', '-'])];
    await inForce(table({ rules }));
    expect([(await register({ numberOfBaggages: 5 })).lane, (await register()).lane, (await register({ numberOfBaggages: 1 })).lane]).toEqual([
      'RED',
      'GREEN',
      'RED',
    ]);
    const all = await inForce(table({ rules, hitPolicy: 'COLLECT' }));
    const seen = await seenBy('border-officer', await register({ numberOfBaggages: 5 }));
    expect(seen.laneReasons?.map(({ number, rule: place }) => [number, place])).toEqual([
      [all.number, 1],
      [all.number, 3],
    ]);
  });

  it('ask answers, ages and days', async () => {
    const inputs = ['age', 'questions.ARR-Q1', 'arrivalDate', 'flight'];
    const rules = [
      rule(['< 18', '-', '-', '-']),
      rule(['-', 'true', '-', '-']),
      rule(['-', '-', '> date("2999-01-01")', '-']),
      rule(['-', '-', '-', 'starts with(?, "SQ")']),
    ];
    await inForce(table({ inputs, rules }));
    const questions = [{ id: 'ARR-Q1', rank: 1, answer: 'YES' }];
    const lanes = [{ birthDate: '2015-02-03' }, { questions }, { flightNumber: 'SQ461' }, {}].map(async (changes) => (await register(changes)).lane);
    expect(await Promise.all(lanes)).toEqual(['RED', 'RED', 'RED', 'GREEN']);
  });

  it('are not asked about values of a wrong type, which are refused', async () => {
    const inputs = ['flight', 'age', 'watchList.ANYBODY', 'nationality', 'passport'];
    await inForce(
      table({ inputs, rules: [rule(['starts with(?, "SQ")', '< 18', 'true', '"TL"', '-']), rule(['-', '-', '-', '-', '-'], 'RED', { share: 50 })] }),
    );
    const wrong = {
      flightNumber: 461,
      birthDate: 1985,
      arrivalDate: ['2026-05-01'],
      travellerCode: 7,
      firstName: 1,
      lastName: { a: 1 },
      nationalityCode: true,
    };
    const refused = [
      'arrivalDate DATE',
      'birthDate DATE',
      'firstName TEXT',
      'flightNumber TEXT',
      'lastName TEXT',
      'nationalityCode TEXT',
      'travellerCode TEXT',
    ];
    const single = await desk().call('public', 'POST', `${arrival}/`, anArrival(wrong));
    expect([single.status, codes(single.body)]).toEqual([422, refused]);
    const group = await desk().call('public', 'POST', `${arrival}/group`, { shared: anArrival(), travellers: [wrong] });
    expect([group.status, codes(group.body)]).toEqual([422, refused.map((each) => `travellers[0].${each}`)]);
  });

  it('decide from their first day on, and the version before until then', async () => {
    await inForce(table());
    const later = await inForce(table({ effectiveFrom: '2999-01-01', rules: [] }));
    expect([later.deciding, (await register()).lane]).toEqual([false, 'RED']);
  });

  it('go back to the version before when one is withdrawn, which needs a reason', async () => {
    await inForce(table());
    const second = await inForce(table({ rules: [] }));
    expect((await register()).lane).toBe('GREEN');
    for (const [reason, code] of [
      [undefined, 'REQUIRED'],
      ['\u200b', 'REQUIRED'],
      ['x'.repeat(501), 'MAX_LENGTH'],
      ['A mis\u202etake', 'TEXT'],
    ] as const) {
      const refused = await call(author, 'POST', `/${second.id}/actions/withdraw`, { version: second.version, reason });
      expect([refused.status, codes(refused.body)]).toEqual([422, [`reason ${code}`]]);
    }
    expect((await withdraw(second)).body.model).toMatchObject({ status: 'WITHDRAWN', deciding: false, withdrawal: 'A mistake' });
    expect((await register()).lane).toBe('RED');
  });

  it('are changed as drafts only, in the version that was seen, and by somebody who may', async () => {
    const draft = await write(table());
    const changed = await call(author, 'PUT', `/${draft.id}`, { ...table({ order: 20 }), version: 1 });
    expect(changed.body.model).toMatchObject({ order: 20, version: 2, number: draft.number });
    const stale = await call(author, 'PUT', `/${draft.id}`, { ...table(), version: 1 });
    expect([stale.status, codes(stale.body)]).toEqual([409, ['STALE_VERSION']]);
    const { changedBy, changedAt } = changed.body.model;
    expect(stale.body.current).toEqual({ version: 2, changedBy, changedAt, action: 'change', documentStatus: 'DRAFT' });
    // A user who changed the draft is also one of its authors.
    await call(approver, 'PUT', `/${draft.id}`, { ...table(), version: 2 });
    expect((await enforce({ ...draft, version: 3 })).status).toBe(403);
    for (const user of ['public', 'border-officer', 'applicant'] as UserName[])
      for (const [method, path] of [
        ['GET', ''],
        ['POST', ''],
        ['PUT', `/${draft.id}`],
        ['POST', `/${draft.id}/actions/put-in-force`],
        ['POST', `/${draft.id}/actions/withdraw`],
        ['POST', `/${draft.id}/trial`],
      ] as const)
        expect([user, method, path, (await call(user, method, path, method === 'GET' ? undefined : {})).status]).toEqual([
          user,
          method,
          path,
          user === 'public' ? 401 : 403,
        ]);
  });

  it('name every fault of a table', async () => {
    const reply = await call(author, 'POST', '', {
      code: 'risk',
      name: { en: 'Risk' },
      hitPolicy: 'BEST',
      inputs: ['nationality', 'salary', 'nationality'],
      rules: [{ when: ['5', '-'], lane: 'BLUE', reason: {}, share: 0 }],
      effectiveFrom: '2026-02-30',
    });
    expect([reply.status, codes(reply.body)]).toEqual([
      422,
      [
        'code FORMAT',
        'effectiveFrom DATE',
        'hitPolicy CHOICE',
        'inputs[1] CHOICE',
        'inputs[2] DUPLICATE',
        'name.pt REQUIRED',
        'rules[0].lane CHOICE',
        'rules[0].reason.en REQUIRED',
        'rules[0].reason.pt REQUIRED',
        'rules[0].share NUMBER',
        'rules[0].when MIN_ITEMS',
        'rules[0].when[0] FORMAT',
      ],
    ]);
  });

  it('say what is missing', async () => {
    const missing = ['code REQUIRED', 'effectiveFrom REQUIRED', 'inputs MIN_ITEMS', 'name.en REQUIRED', 'name.pt REQUIRED'];
    for (const [body, rules] of [
      [{}, 'rules REQUIRED'],
      [{ code: ' ', effectiveFrom: null, inputs: [], rules: 'none' }, 'rules CHOICE'],
    ] as const) {
      const reply = await call(author, 'POST', '', body);
      expect([reply.status, codes(reply.body)]).toEqual([422, [...missing, rules]]);
    }
    expect(codes((await call(author, 'POST', '', table({ inputs: Array(31).fill('purpose') }))).body)).toContain('inputs MAX_ITEMS');
  });

  it('have names and reasons that can be read', async () => {
    const unreadable = rule(['-', '-'], 'RED', { reason: { en: 'Many\u0007', pt: 'x'.repeat(201) } });
    const reply = await call(author, 'POST', '', table({ name: { en: 'Ri\u200bsk', pt: '\u3164' }, rules: [unreadable] }));
    expect([reply.status, codes(reply.body)]).toEqual([422, ['name.en TEXT', 'name.pt REQUIRED', 'rules[0].reason.en TEXT', 'rules[0].reason.pt MAX_LENGTH']]);
  });

  it('count for a share of the travellers, always the same ones', async () => {
    await inForce(table({ inputs: ['bags'], rules: [rule(['-'], 'RED', { share: 40 })] }));
    const people = await Promise.all(Array.from({ length: 60 }, (_, i) => register({ travellerCode: `P${1_000 + i}` })));
    const red = people.filter(({ lane }) => lane === 'RED').length;
    // The key is new in every run, and with it who is chosen.
    expect([red > 4, red < 50]).toEqual([true, true]);
    const again = await Promise.all(people.slice(0, 10).map((_, i) => register({ travellerCode: `P${1_000 + i}`, numberOfBaggages: 9 })));
    expect(again.map(({ lane }) => lane)).toEqual(people.slice(0, 10).map(({ lane }) => lane));
  });

  it('ask watch lists, by passport or by name and birth date, and tell the public nothing of it', async () => {
    const lists = (method: string, path: string, body?: object, user: UserName = author) =>
      desk().call<ListResult<WatchListEntry> & Problem>(user, method, `/v1/watch-lists${path}`, body);
    await inForce(table({ inputs: ['watchList.SMUGGLING'], rules: [rule(['true'])] }));
    const people = { entries: [{ passport: 'ab-123 456' }, { name: 'ŚMITH, Zoë', birthDate: '1980-03-27', note: 'Seen twice' }] };
    expect((await lists('POST', '/SMUGGLING/entries', people)).status).toBe(201);
    const byPassport = await register({ travellerCode: 'AB123456' });
    const byName = await register({ firstName: 'Zoe', lastName: 'Smith', birthDate: '1980-03-27' });
    expect([byPassport.lane, byName.lane, (await register({ firstName: 'Zoe', lastName: 'Smith', birthDate: '1981-03-27' })).lane]).toEqual([
      'RED',
      'RED',
      'GREEN',
    ]);
    expect(JSON.stringify([byPassport, await seenBy('public', byPassport)])).not.toMatch(/SMUGGLING|laneReasons/);
    const { records } = (await lists('GET', '/SMUGGLING/entries')).body;
    expect(records.map(({ knownBy, note }) => [knownBy, note])).toEqual([
      [['name'], 'Seen twice'],
      [['passport'], undefined],
    ]);
    // The identifying values of a person are never shown again.
    expect(JSON.stringify(records)).not.toMatch(/123 ?456|MITH|1980/i);
    // A user who knows the identifying values can remove the person from the list.
    const removed = await desk().call<{ model: { removed: number } }>(author, 'POST', '/v1/watch-lists/SMUGGLING/actions/remove', {
      entries: [{ passport: 'AB 123456' }, { passport: 'X9' }],
    });
    expect([removed.status, removed.body.model]).toEqual([200, { removed: 1 }]);
    expect((await register({ travellerCode: 'AB123456', numberOfBaggages: 1 })).lane).toBe('GREEN');
    for (const { id, knownBy } of records) expect((await lists('DELETE', `/SMUGGLING/entries/${id}`)).status).toBe(knownBy[0] === 'name' ? 204 : 404);
    expect((await register({ firstName: 'Zoe', lastName: 'Smith', birthDate: '1980-03-27' })).lane).toBe('GREEN');
    const wrong = await lists('POST', '/SMUGGLING/entries', { entries: [{ name: 'Only a name' }, { passport: 'X1', birthDate: '1980-02-30' }] });
    expect([wrong.status, codes(wrong.body)]).toEqual([422, ['entries[0].passport REQUIRED', 'entries[1].birthDate DATE']]);
    const unsplit = await lists('POST', '/SMUGGLING/entries', { entries: ['X1', 'X1,Ana', 'X1;Ana', 'X1\tAna', '"X1"'].map((passport) => ({ passport })) });
    const named = unsplit.body.errors.map(({ field, code }) => `${field} ${code}`);
    expect([unsplit.status, new Set(named.map((each) => each.split('.')[0]))]).toEqual([422, new Set([1, 2, 3, 4].map((i) => `entries[${i}]`))]);
    expect(named).toEqual(expect.arrayContaining([1, 2, 3, 4].map((i) => `entries[${i}].passport FORMAT`)));
    // A person whom no declaration could match is not added: the list would look as if it had the person.
    const unmatched = ['-', '.', 'АВ123456', 'AB_1'].map((passport) => ({ passport, name: 'Ana Belo', birthDate: '1980-03-27' }));
    const nobody = await lists('POST', '/SMUGGLING/entries', { entries: [...unmatched, { name: '-', birthDate: '1980-03-27' }, { passport: 'é-1/٢' }] });
    expect([nobody.status, codes(nobody.body)]).toEqual([422, [...unmatched.map((_, i) => `entries[${i}].passport FORMAT`), 'entries[4].passport REQUIRED']]);
    // What was stored before is still removed.
    expect((await lists('POST', '/SMUGGLING/actions/remove', { entries: unmatched })).status).toBe(200);
    for (const user of ['public', 'border-officer'] as UserName[])
      expect((await lists('GET', '/SMUGGLING/entries', undefined, user)).status).toBe(user === 'public' ? 401 : 403);
  });

  it('ask watch lists to which a repeated call with an idempotency key adds nobody twice', async () => {
    const send = (path: string, body: object, key: string) =>
      desk().call<ListResult<WatchListEntry> & Problem>(author, 'POST', `/v1/watch-lists/REPEATED/${path}`, body, { 'idempotency-key': key });
    const people = { entries: [{ passport: 'R1' }, { passport: 'R2', note: 'Seen' }] };
    const added = await Promise.all([1, 2].map(() => send('entries', people, 'add')));
    added.push(await send('entries', people, 'add'));
    expect(added.map(({ status, body }) => [status, body])).toEqual(Array(3).fill([201, added[0]?.body]));
    const left = async () => (await desk().call<ListResult<WatchListEntry>>(author, 'GET', '/v1/watch-lists/REPEATED/entries')).body.totalRecords;
    expect(await left()).toBe(2);
    expect((await send('entries', people, 'another')).status).toBe(201);
    expect(await left()).toBe(4);
    const off = { entries: [{ passport: 'R1' }] };
    const removed = [await send('actions/remove', off, 'remove'), await send('actions/remove', off, 'remove')];
    expect(removed.map(({ status, body }) => [status, body])).toEqual(Array(2).fill([200, { model: { removed: 2 } }]));
    const nobody = { entries: [{ passport: 'R3' }] };
    expect((await send('actions/remove', nobody, 'none')).body).toEqual({ model: { removed: 0 } });
    for (const [path, key] of [
      ['entries', 'add'],
      ['actions/remove', 'remove'],
      ['entries', 'remove'],
    ] as const)
      expect(codes((await send(path, nobody, key)).body)).toEqual(['IDEMPOTENCY_CONFLICT']);
    expect(await left()).toBe(2);
  });

  it('are tried on past declarations before they count', async () => {
    const declared = [await register({ numberOfBaggages: 7, nationalityCode: 'PT' }), await register({ numberOfBaggages: 1, nationalityCode: 'PT' })];
    const draft = await write(table({ inputs: ['nationality', 'bags'], rules: [rule(['"PT"', '>= 5'])] }));
    const day = new Date().toISOString().slice(0, 10);
    const begun = await call<{ model: LaneTrial }>(author, 'POST', `/${draft.id}/trial`, { from: day, to: day });
    expect(begun.status).toBe(200);
    const trial = async () => (await call<{ model: LaneTrial }>(author, 'GET', `/${draft.id}/trial/${begun.body.model.id}`)).body.model;
    await until(async () => (await trial()).status === 'DONE');
    const done = await trial();
    expect(done).toMatchObject({ changed: 1 + done.toGreen, toRed: 1, hits: [[1, 1]], examined: done.total });
    expect(done.samples.filter(({ to }) => to === 'RED')).toEqual([
      { id: declared[0]?.id, reference: declared[0]?.serialReference.reference, from: 'GREEN', to: 'RED' },
    ]);
    expect(done.redAfter - done.redBefore).toBe(done.toRed - done.toGreen);
    expect(done.hours.reduce((sum, [, , after]) => sum + after, 0)).toBe(done.redAfter);
    expect(done.hours.reduce((sum, [, , , all]) => sum + all, 0)).toBe(done.examined);
    expect([done.redByTable, done.caught]).toEqual([1, []]);
    const trials = (await desk().call<ListResult<LaneTrial>>('superior', 'GET', `/v1/lane-rules/${draft.id}/trial`)).body;
    expect(trials.records).toEqual([done]);
    // The trial changed no declaration.
    expect((await seenBy('border-officer', declared[0] as Model)).lane).toBe('GREEN');
    const wrong = await call(author, 'POST', `/${draft.id}/trial`, { from: '2026-03-02', to: '2026-03-01' });
    expect([wrong.status, codes(wrong.body)]).toEqual([422, ['to DATE']]);
  });

  it('are compared with what the rules decided, not with what an officer chose', async () => {
    const moved = await register({ numberOfBaggages: 1, nationalityCode: 'PT' });
    await desk().done('border-supervisor', arrival, moved, 'lane', { lane: 'RED', comment: 'Nervous' });
    const draft = await write(table({ inputs: ['nationality', 'bags'], rules: [rule(['"XX"', '>= 500'])] }));
    const from = new Date().toISOString().slice(0, 10);
    const begun = await call<{ model: LaneTrial }>(author, 'POST', `/${draft.id}/trial`, { from, to: '9999-12-31' });
    const trial = async () => (await call<{ model: LaneTrial }>(author, 'GET', `/${draft.id}/trial/${begun.body.model.id}`)).body.model;
    await until(async () => (await trial()).status === 'DONE');
    const { examined, samples } = await trial();
    expect(examined).toBeGreaterThan(0);
    expect(samples.filter(({ id }) => id === moved.id)).toEqual([]);
  });

  it('tell which finds of the past they would have caught', async () => {
    const declared = await register({ numberOfBaggages: 8, nationalityCode: 'PT' });
    const arrived = await desk().done('border-supervisor', arrival, declared, 'arrival');
    await desk().done('border-supervisor', arrival, arrived, 'decision', { decision: 'DETAINED', comment: 'Seeds' });
    const draft = await write(table({ inputs: ['nationality', 'bags'], rules: [rule(['"PT"', '8'])] }));
    const day = new Date().toISOString().slice(0, 10);
    const { model } = (await call<{ model: LaneTrial }>(author, 'POST', `/${draft.id}/trial`, { from: day, to: day })).body;
    const trial = async () => (await call<{ model: LaneTrial }>(author, 'GET', `/${draft.id}/trial/${model.id}`)).body.model;
    await until(async () => (await trial()).status === 'DONE');
    const { caught, finds, findsBefore, findsAfter } = await trial();
    expect(caught).toEqual([{ id: declared.id, reference: declared.serialReference.reference, from: 'GREEN', to: 'RED' }]);
    expect([findsAfter - findsBefore, finds >= findsAfter]).toEqual([1, true]);
  });

  it('list the declarations of a rule in the same way where very many have it', async () => {
    const [first, second, other] = [await register(), await register(), await register()];
    const database = desk().service.app.get(Database);
    // More hits than the search looks up individually. Nearly all belong to declarations that do not exist.
    const documentIds = [...Array.from({ length: 2_001 }, (_, n) => `invented-${n}`), first.id, second.id];
    await database.write(
      (tx) =>
        tx.insert(
          LaneHitRow,
          documentIds.map((documentId) => ({ documentId, rule: 'MANY', overridden: 'NO' })),
        ),
      { durable: false },
    );
    const has = (fieldName: string, ...values: string[]) => ({
      expressionType: 'SearchCriterion' as const,
      operation: values.length === 1 ? ('EQ' as const) : ('IN' as const),
      dataType: 'TEXT' as const,
      fieldName,
      values,
    });
    const listed = async (...criteria: ReturnType<typeof has>[]) => {
      const { records, totalRecords } = (await desk().call<ListResult<{ id: string }>>('superior', 'GET', `${arrival}/search${q(criteria)}`)).body;
      return [totalRecords, ...records.map(({ id }) => id)];
    };
    expect(await listed(has('laneRule', 'MANY'))).toEqual([2, second.id, first.id]);
    expect(await listed(has('laneRule', 'MANY', 'NONE'), has('documentStatus', 'CREATED'))).toEqual([2, second.id, first.id]);
    expect(await listed(has('laneRule', 'MANY'), has('documentStatus', 'CLEARED'))).toEqual([0]);
    expect(await listed(has('laneRule', 'MANY'), has('assignee', 'NONE'))).toEqual([2, second.id, first.id]);
    expect(await listed(has('laneRule', 'MANY'), has('serialReference.reference', other.serialReference.reference))).toEqual([0]);
    await database.write((tx) => tx.delete(LaneHitRow, { rule: 'MANY' }));
  });

  it('are counted on the board, each with the list of its declarations and of those that officers moved', async () => {
    const one = await inForce(table({ code: 'COUNTED', hitPolicy: 'COLLECT', rules: [rule(['"TL"', '>= 3']), rule(['-', '>= 5']), rule(['"XX"', '-'])] }));
    const name = (place: number): string => `COUNTED/${one.number}/${place}`;
    const [three, five] = [await register({ numberOfBaggages: 3 }), await register({ numberOfBaggages: 5 })];
    const goods = await register({ numberOfBaggages: 1, hasMerchandise: 'YES', goods: [{ description: 'Wine' }] });
    const plain = await register({ numberOfBaggages: 1 });
    interface Numbers {
      rule: string;
      ruleName: string;
      hits: number;
      overridden: number;
    }
    const board = async (user: UserName = 'superior') =>
      (await desk().call<{ model: { laneRules: Numbers[] } }>(user, 'GET', '/v1/statistics/office?kind=arrival-declaration')).body.model.laneRules;
    const listed = async (rule: string, ...more: [string, string][]): Promise<string[]> => {
      const criteria = [['laneRule', rule], ...more].map(([fieldName = '', value = '']) => ({
        expressionType: 'SearchCriterion' as const,
        operation: 'EQ' as const,
        dataType: 'TEXT' as const,
        fieldName,
        values: [value],
      }));
      const { body } = await desk().call<ListResult<{ id: string }>>('superior', 'GET', `${arrival}/search${q(criteria)}`);
      return body.records.map(({ id }) => id);
    };
    const counted = async (rule: string) => {
      const found = (await board()).find((each) => each.rule === rule);
      return found ? [found.hits, found.overridden] : undefined;
    };
    const [specification, officers] = [(await counted('SPECIFICATION')) as number[], (await counted('OFFICER')) ?? [0, 0]];
    expect([await counted(name(1)), await counted(name(2)), await counted(name(3))]).toEqual([[2, 0], [1, 0], undefined]);
    expect((await board()).find(({ rule: each }) => each === name(2))?.ruleName).toBe(`- >= 5 (${name(2)})`);
    expect([await listed(name(1)), await listed(name(2))]).toEqual([[five.id, three.id], [five.id]]);
    expect(await listed('SPECIFICATION')).toContain(goods.id);
    // An officer moves one declaration to the green lane and another to the red lane.
    const moved = await desk().done('border-supervisor', arrival, five, 'lane', { lane: 'GREEN', comment: 'A diplomat' });
    await desk().done('border-supervisor', arrival, plain, 'lane', { lane: 'RED', comment: 'Nervous' });
    expect([await counted(name(1)), await counted(name(2)), await counted('OFFICER')]).toEqual([
      [2, 1],
      [1, 1],
      [(officers[0] as number) + 1, (officers[1] as number) + 1],
    ]);
    expect([await listed(name(1), ['laneOverridden', 'YES']), await listed('OFFICER')]).toEqual([[five.id], expect.arrayContaining([plain.id])]);
    // A change of the answers lets the rules decide again.
    await desk().done('border-supervisor', arrival, moved, 'amendment', {
      ...anArrival({ nationalityCode: 'TL', numberOfBaggages: 1, hasMerchandise: 'YES', goods: [{ description: 'Wine' }] }),
      comment: 'Counted again',
    });
    expect([await counted(name(1)), await counted(name(2)), await counted('SPECIFICATION')]).toEqual([
      [1, 0],
      undefined,
      [(specification[0] as number) + 1, specification[1]],
    ]);
    // The board of a single officer does not show the numbers of rules, and other agencies see none of these.
    expect([await board('border-officer'), await board('foreign-supervisor')]).toEqual([[], []]);
  });

  it('are counted for lists too, with the status and the day of registration, and once for each declaration', async () => {
    const { kit, definition } = desk().service.app.get(ArrivalService);
    const compare = () => kit.statistics.check.compare(definition);
    await compare();
    await until(async () => (await kit.counts.storedCount(definition, [])) !== undefined);
    // Without this, lists would use the counters only an hour after an upgrade.
    await kit.db.write((tx) => tx.query('update statistic_check set settledAt = completeAt'));
    const one = await inForce(table({ code: 'LISTS', hitPolicy: 'COLLECT', rules: [rule(['"TL"', '>= 3']), rule(['-', '>= 5'])] }));
    const [first, second] = [eq('laneRule', `LISTS/${one.number}/1`), eq('laneRule', `LISTS/${one.number}/2`)];
    const registered = [await register({ numberOfBaggages: 3 }), await register({ numberOfBaggages: 5 }), await register({ numberOfBaggages: 6 })];
    /** Returns the total of each list, and checks that the list has that many records. */
    const totals = async (): Promise<number[]> => {
      const found: number[] = [];
      for (const criteria of [
        [first],
        [second, eq('documentStatus', 'CREATED')],
        [first, eq('laneOverridden', 'YES')],
        [eq('laneRule', 'SPECIFICATION'), eq('documentCreatedAt', kit.clock.today(), 'DATE', 'LTE')],
        [eq('laneOverridden', 'NO')],
        [eq('laneOverridden', 'YES'), eq('documentStatus', 'CLEARED', 'TEXT', 'NEQ')],
        [{ ...first, operation: 'IN' as const, values: [...first.values, ...second.values] }],
        [first, second],
      ]) {
        const { body } = await desk().call<ListResult<{ id: string }>>(
          'superior',
          'GET',
          `${arrival}/search${q(criteria, { paging: { page: 1, size: 200 } })}`,
        );
        expect([criteria, body.totalRecords]).toEqual([criteria, body.records.length]);
        found.push(body.records.length);
      }
      return found;
    };
    // Lists use the counters only for rules with many declarations. These hits belong to declarations that do not exist.
    const invented = Array.from({ length: 2_001 }, (_, n) => ['1', '2'].map((place) => ({ documentId: `none-${n}`, rule: `LISTS/${one.number}/${place}` })));
    await kit.db.write(
      (tx) =>
        tx.insert(
          LaneHitRow,
          invented.flat().map((hit) => ({ ...hit, overridden: 'NO' })),
        ),
      { durable: false },
    );
    const begins = await totals();
    expect([begins.slice(0, 2), begins.slice(-2)]).toEqual([
      [3, 2],
      // The totals for either of the two rules, and for both together.
      [3, 2],
    ]);
    await desk().done('border-supervisor', arrival, registered[1] as Model, 'lane', { lane: 'GREEN', comment: 'A diplomat' });
    await kit.statistics.addChanges();
    expect((await totals())[2]).toBe(1);
    expect(await compare()).toBe(0);
    // The numbers of the board also come from the counters for whole days, and from the declarations for the rest of a period.
    const now = kit.clock.now().getTime();
    const ago = (hours: number): Date => new Date(now - hours * 3_600_000);
    for (const [i, { id }] of registered.entries()) await kit.db.write((tx) => tx.update(definition.row, { id }, { createdAt: ago(30 * i + 5) }));
    await compare();
    const { lane } = await register({ numberOfBaggages: 4 });
    expect(lane).toBe('RED');
    const all = await kit.db.reader.find(LaneHitRow);
    const rows = new Map((await kit.db.reader.find(definition.row)).map((row) => [row.id, row]));
    for (const [from, to] of [[], [ago(100)], [ago(60), ago(2)], [ago(26), ago(3)], [undefined, ago(20)], [ago(7), ago(4)], [ago(-1)]] as [Date?, Date?][]) {
      const byHand: Record<string, number> = {};
      for (const { documentId, rule: name, overridden } of all) {
        const row = rows.get(documentId);
        if (row?.agencyCode !== 'CUSTOMS' || (from && row.createdAt < from) || (to && row.createdAt >= to)) continue;
        const key = `${name} ${overridden}`;
        byHand[key] = (byHand[key] ?? 0) + 1;
      }
      const marks = await kit.statistics.marks(definition, { from: from ?? null, to: to ?? null }, ['CUSTOMS']);
      expect([from, to, Object.fromEntries(marks.map(({ mark, whole, number }) => [`${mark} ${whole}`, number]))]).toEqual([from, to, byHand]);
    }
    await kit.statistics.addChanges();
    // This proves that the counters are used: without their rows nothing is found until they are compared with the declarations.
    await kit.db.write((tx) => tx.query("delete from statistic where series = 'L9'"));
    const { body } = await desk().call<ListResult<object>>('superior', 'GET', `${arrival}/search${q([first])}`);
    expect([body.totalRecords, body.records]).toEqual([0, []]);
    expect(await compare()).toBeGreaterThan(0);
    await totals();
    // When a declaration is erased, the counters go down.
    const past = { arrivalDate: '2001-01-01', updatedAt: new Date('2001-01-02') };
    await kit.db.write((tx) => tx.update(definition.row, { id: registered[2]?.id }, past));
    await compare();
    expect(await desk().service.app.get(Retention).run()).toBe(1);
    expect((await totals()).slice(0, 2)).toEqual([3, 1]);
    expect(await compare()).toBe(0);
    await kit.db.write((tx) => tx.delete(LaneHitRow, { documentId: Like('none-%') }));
  });

  it('of arrivals that an earlier release has registered are those of the specification', async () => {
    const { id: documentId } = await register({ hasMerchandise: 'YES', goods: [{ description: 'Wine' }] });
    const database = desk().service.app.get(Database);
    const rules = () => database.reader.find(LaneHitRow, { where: { documentId } });
    await database.write((tx) => tx.delete(LaneHitRow, { documentId }));
    const runner = database.reader.connection.createQueryRunner();
    // Runs twice, like a migration that was interrupted.
    for (const _ of [1, 2]) await new LaneHits1700000001008().up(runner);
    await runner.release();
    expect(await rules()).toEqual([{ documentId, rule: 'SPECIFICATION', overridden: 'NO' }]);
  });

  it('give way to an officer, who says why', async () => {
    const declared = await register({ numberOfBaggages: 1 });
    const silent = await desk().act('border-supervisor', arrival, declared, 'lane', { lane: 'RED' });
    expect(silent.status).toBe(422);
    const red = await desk().done('border-supervisor', arrival, declared, 'lane', { lane: 'RED', comment: 'Nervous' });
    expect(red).toMatchObject({ lane: 'RED', laneOverride: { lane: 'RED', reason: 'Nervous' } });
    const changed = await desk().done('border-supervisor', arrival, red, 'amendment', {
      ...anArrival({ nationalityCode: 'TL', numberOfBaggages: 1 }),
      comment: 'A typing error',
    });
    expect([changed.lane, changed.laneOverride?.lane]).toEqual(['RED', 'RED']);
    // The comment of an action may stand in other places of the body.
    for (const elsewhere of [{ action: { details: 'Nervous' } }, { details: 'Nervous' }, { comment: '', details: 'Nervous' }]) {
      const moved = await desk().done('border-supervisor', arrival, await register({ numberOfBaggages: 1 }), 'lane', { lane: 'RED', ...elsewhere });
      expect(moved.laneOverride).toMatchObject({ lane: 'RED', reason: 'Nervous' });
    }
    // The reason may be as long as the comment of any action.
    const explained = await desk().done('border-supervisor', arrival, await register({ numberOfBaggages: 1 }), 'lane', {
      lane: 'RED',
      comment: 'x'.repeat(2_000),
    });
    expect(explained.laneOverride?.reason).toHaveLength(2_000);
    const long = await desk().act('border-supervisor', arrival, changed, 'lane', { lane: 'GREEN', details: 'x'.repeat(2_001) });
    expect([long.status, codes(long.body)]).toEqual([422, ['comment MAX_LENGTH']]);
    const goods = await register({ hasMerchandise: 'YES', goods: [{ description: 'Wine' }] });
    // The gate says why to look: a red lane alone is no merchandise.
    const flags = async ({ serialReference: { reference } }: typeof goods) =>
      (await desk().call<{ flags: string[] }>('border-officer', 'POST', '/v1/gate/check', { text: reference })).body.flags;
    expect([await flags(changed), await flags(goods)]).toEqual([[], ['MERCHANDISE']]);
    const refused = await desk().act('border-supervisor', arrival, goods, 'lane', { lane: 'GREEN', comment: 'A gift' });
    expect([refused.status, codes(refused.body)]).toEqual([422, ['lane CHOICE']]);
    expect((await desk().act('public', arrival, declared, 'lane', { lane: 'GREEN', comment: 'Please' })).status).toBe(401);
  });
});

describe.each(testBackends())('a table that is put in force after its first day on %s', (_engine, makeBackend) => {
  const { desk, clock } = useTestDesk(async (own) => Desk.open(await makeBackend(), {}, own));
  const dayMs = 86_400_000;
  const today = () => clock.now().toISOString().slice(0, 10);

  it('decides from the day on which it is put in force, not about days before', async () => {
    const first = today();
    const { model: draft } = (await desk().call<{ model: LaneTableVersion }>(author, 'POST', '/v1/lane-rules', table({ effectiveFrom: first }))).body;
    const body = () => ({ nationalityCode: 'TL', numberOfBaggages: 3, arrivalDate: today(), departureDate: today() });
    const register = async () => (await desk().register(arrival, body())).model;
    const before = await register();
    clock.pass(2 * dayMs);
    const enforced = await desk().call<{ model: LaneTableVersion }>(approver, 'POST', `/v1/lane-rules/${draft.id}/actions/put-in-force`, { version: 1 });
    expect(enforced.body.model).toMatchObject({ effectiveFrom: today(), deciding: true });
    const corrected = await desk().done('public', arrival, before, 'update', { ...anArrival({ ...body(), arrivalDate: first }), phoneNumber: '67077001122' });
    expect([corrected.lane, (await register()).lane]).toEqual(['GREEN', 'RED']);
  });

  it('decides instead of a later version that was put in force on an earlier day, and is refused on the same day', async () => {
    const draft = async (code: string) =>
      (await desk().call<{ model: LaneTableVersion }>(author, 'POST', '/v1/lane-rules', table({ code, effectiveFrom: today() }))).body.model;
    const act = (id: string, action: string, body: object) =>
      desk().call<{ model: LaneTableVersion } & Problem>(approver, 'POST', `/v1/lane-rules/${id}/actions/${action}`, body);
    const [older, newer, oldest, newest] = [await draft('FOOD'), await draft('FOOD'), await draft('PLANTS'), await draft('PLANTS')];
    expect((await act(newer.id, 'put-in-force', { version: 1 })).body.model).toMatchObject({ number: 2, deciding: true });
    clock.pass(dayMs);
    expect((await act(older.id, 'put-in-force', { version: 1 })).body.model).toMatchObject({ number: 1, deciding: true });

    expect((await act(newest.id, 'put-in-force', { version: 1 })).body.model).toMatchObject({ number: 2, deciding: true });
    const refused = await act(oldest.id, 'put-in-force', { version: 1 });
    expect([refused.status, codes(refused.body)]).toEqual([409, ['ACTION_NOT_ALLOWED']]);
    expect((await act(newest.id, 'withdraw', { version: 2, reason: 'An error' })).status).toBe(200);
    expect((await act(oldest.id, 'put-in-force', { version: 1 })).body.model).toMatchObject({ number: 1, deciding: true });
  });
});

describe('with a second factor asked for', () => {
  const [[, embedded]] = testBackends();
  const { desk } = useDesk(embedded, { STEP_UP_ACR: '2' });

  it('a table is put in force by nobody who signed in without one', async () => {
    const { model } = (await desk().call<{ model: LaneTableVersion }>(author, 'POST', '/v1/lane-rules', table())).body;
    const enforced = await desk().call<Problem>(approver, 'POST', `/v1/lane-rules/${model.id}/actions/put-in-force`, { version: 1 });
    expect([enforced.status, codes(enforced.body)]).toEqual([401, ['STEP_UP_REQUIRED']]);
  });
});
