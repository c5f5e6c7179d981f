import 'reflect-metadata';
import { dateTime } from '../clock.ts';
import { AuditRow } from '../database/kit.entities.ts';
import { CaseDesk, type CaseUser, eq, everybody, q, TestClock, testBackends } from '../testing/index.ts';
import { DocumentClaimRow } from './work.entities.ts';

const minutes = (n: number): number => n * 60_000;
/** Returns the status of an answer and, where the call is refused, the code. */
const answer = ({ status, body }: { status: number; body: { errors?: { code: string; field: string }[] } }): string =>
  [status, body.errors?.[0]?.field, body.errors?.[0]?.code].filter(Boolean).join(' ');

describe.each(testBackends())('claims on %s', (_engine, makeBackend) => {
  let desk: CaseDesk;
  const clock = new TestClock(CaseDesk.begins);
  beforeAll(async () => {
    desk = await CaseDesk.open(await makeBackend(), clock);
    // A service knows accounts only after their first call.
    for (const user of everybody) await desk.call(user, 'GET', '/v1/case/search');
  });
  afterAll(() => desk?.close());

  const assigneeOf = async (id: string) => (await desk.call('reader', 'GET', `/v1/case/${id}/document`)).body.model.assignee;

  it('gives a case to exactly one of fifty who claim it at once', async () => {
    const { id } = await desk.register();
    const callers = Array.from({ length: 50 }, (_, i): CaseUser => (['officer', 'second officer', 'supervisor'] as const)[i % 3] as CaseUser);
    const replies = await Promise.all(callers.map(async (caller) => ({ caller, ...(await desk.on(caller, id, 'claim')) })));
    const winners = new Set(replies.filter(({ status }) => status === 200).map(({ caller }) => caller));
    const refused = replies.filter(({ status }) => status !== 200);
    expect([winners.size, new Set(refused.map(answer)), new Set(refused.map(({ caller }) => caller)).size]).toEqual([1, new Set(['409 CLAIMED']), 2]);
    const [winner] = [...winners];
    const name = `Official ${String(winner).replace(' ', '-')}`;
    const { claim, errors } = refused[0]?.body ?? {};
    expect([claim, errors?.[0]?.message]).toEqual([
      { assignee: { name }, since: '2026-05-04T00:00:00' },
      `${name} has had this case since 2026-05-04 00:00 (UTC)`,
    ]);
    expect([await assigneeOf(id), await desk.cases.kit.db.reader.countBy(DocumentClaimRow, { id })]).toEqual([{ name }, 1]);
    const recorded = await desk.cases.kit.db.reader.findBy(AuditRow, { documentId: id, action: 'claim' });
    expect(recorded.map(({ userName, details }) => [userName, details])).toEqual([[name, { assignee: name }]]);
  });

  it.each([
    ['public', '401 UNAUTHENTICATED', '401 UNAUTHENTICATED', '401 UNAUTHENTICATED'],
    ['applicant', '403 FORBIDDEN', '403 FORBIDDEN', '403 FORBIDDEN'],
    ['neighbour', '403 FORBIDDEN', '403 FORBIDDEN', '403 FORBIDDEN'],
    ['officer', '200', '200', '403 FORBIDDEN'],
    ['supervisor', '200', '200', '200'],
    ['reader', '403 FORBIDDEN', '403 FORBIDDEN', '403 FORBIDDEN'],
    ['officer without the read role', '403 FORBIDDEN', '403 FORBIDDEN', '403 FORBIDDEN'],
    ['officer of another agency', '403 FORBIDDEN', '403 FORBIDDEN', '403 FORBIDDEN'],
    ['officer of other documents', '403 FORBIDDEN', '403 FORBIDDEN', '403 FORBIDDEN'],
  ] as [CaseUser, string, string, string][])('answers the %s: claim %s, release %s, assign %s', async (caller, claim, release, assign) => {
    const { id } = await desk.register({}, 'applicant');
    const replies = [
      await desk.on(caller, id, 'claim'),
      await desk.on(caller, id, 'release'),
      await desk.on(caller, id, 'assign', { assignee: 'second-officer' }),
    ];
    expect(replies.map(answer)).toEqual([claim, release, assign]);
    const nowhere = '00000000-0000-7000-8000-000000000000';
    expect(answer(await desk.on(caller, nowhere, 'claim'))).toBe('404 NOT_FOUND');
  });

  it('lets nobody else act on a claimed case, but its officer, a supervisor, and its applicant', async () => {
    const { id } = await desk.register({}, 'applicant');
    await desk.on('officer', id, 'claim');
    expect(answer(await desk.act('second officer', id, 'rejection'))).toBe('409 CLAIMED');
    expect(answer(await desk.on('second officer', id, 'claim'))).toBe('409 CLAIMED');
    expect(answer(await desk.on('second officer', id, 'release'))).toBe('409 CLAIMED');
    const seen = (await desk.call('second officer', 'GET', `/v1/case/${id}/document`)).body;
    expect([seen.actions.map(({ name }) => name), seen.blocked?.map(({ name, code, claim }) => `${name} ${code} ${claim?.assignee.name}`)]).toEqual([
      [],
      ['query CLAIMED Official officer', 'verification CLAIMED Official officer', 'rejection CLAIMED Official officer'],
    ]);
    expect(answer(await desk.act('applicant', id, 'update', { holderName: 'Ana' }))).toBe('200');
    expect(await assigneeOf(id)).toEqual({ name: 'Official officer' });
    expect(answer(await desk.act('officer', id, 'verification'))).toBe('200');
    // The case has left the step, so the claim has ended.
    expect(await assigneeOf(id)).toBeNull();
    await desk.on('officer', id, 'claim');
    expect(answer(await desk.act('supervisor', id, 'approval'))).toBe('200');
  });

  it('shows the public nothing of it', async () => {
    const { id } = await desk.register({}, 'applicant');
    await desk.on('officer', id, 'claim');
    for (const caller of ['public', 'applicant', 'neighbour'] as const) {
      const shown = (await desk.call(caller, 'GET', `/v1/case/${id}/document`)).body;
      expect([JSON.stringify(shown)].filter((text) => /assignee|stepSince|dueAt|Official/.test(text))).toEqual([]);
    }
    const found = await desk.call('public', 'GET', `/v1/case/find${q({ criteria: [eq('holderName', 'NAME 1')] })}`);
    expect(JSON.stringify(found.body)).not.toMatch(/assignee|stepSince|dueAt/);
  });

  it('ends thirty minutes after the last call of its officer on the case', async () => {
    const { id } = await desk.register();
    await desk.on('officer', id, 'claim');
    clock.pass(minutes(29));
    await desk.call('officer', 'GET', `/v1/case/${id}/document`);
    // Calls of others on the case do not extend the claim.
    clock.pass(minutes(29));
    expect(answer(await desk.on('second officer', id, 'claim'))).toBe('409 CLAIMED');
    clock.pass(minutes(2));
    expect([await assigneeOf(id), answer(await desk.on('second officer', id, 'claim'))]).toEqual([null, '200']);
    expect(answer(await desk.act('officer', id, 'rejection'))).toBe('409 CLAIMED');
  });

  it('is released by its officer or a supervisor, and stays released', async () => {
    const { id } = await desk.register();
    await desk.on('officer', id, 'claim');
    expect(answer(await desk.on('officer', id, 'release'))).toBe('200');
    expect([await assigneeOf(id), answer(await desk.on('officer', id, 'release'))]).toEqual([null, '200']);
    await desk.on('officer', id, 'claim');
    expect((await desk.on('supervisor', id, 'release')).body.model.assignee).toBeNull();
  });

  it('that changes nothing is recorded as a read, because its answer shows the document', async () => {
    const { id } = await desk.register();
    const recorded = async () =>
      (await desk.cases.kit.db.reader.find(AuditRow, { where: { documentId: id }, order: { id: 'ASC' } })).map(({ action, userSub }) => `${action} ${userSub}`);
    const before = (await recorded()).length;
    expect(answer(await desk.on('officer', id, 'release'))).toBe('200');
    for (const call of ['claim', 'claim']) expect(answer(await desk.on('officer', id, call))).toBe('200');
    for (let i = 0; i < 2; i++) expect(answer(await desk.on('supervisor', id, 'assign', { assignee: 'officer' }))).toBe('200');
    expect((await recorded()).slice(before)).toEqual(['view officer', 'claim officer', 'view officer', 'assign supervisor', 'view supervisor']);
  });

  it('changes once for each idempotency key, whatever others have done since', async () => {
    const { id } = await desk.register();
    const once = async (caller: CaseUser, what: string, body: object = {}) => {
      const reply = await desk.on(caller, id, what, body, { 'idempotency-key': `${what}-${id}` });
      return [reply.status, reply.body.model?.assignee, reply.body.claim];
    };
    const [officer, second] = [{ name: 'Official officer' }, { name: 'Official second-officer' }];
    const claimed = [200, officer, { assignee: officer, since: dateTime(clock.now()) }];
    expect([await once('officer', 'claim'), await once('officer', 'claim')]).toEqual([claimed, claimed]);
    expect([await once('supervisor', 'release'), await once('supervisor', 'release')]).toEqual(Array(2).fill([200, null, undefined]));
    await desk.on('second officer', id, 'claim');
    // The repeated calls change nothing, and tell who has the case now.
    expect([await once('officer', 'claim'), await once('supervisor', 'release')]).toEqual(Array(2).fill([200, second, undefined]));
    const assigned = [200, officer, undefined];
    expect([await once('supervisor', 'assign', { assignee: 'officer' }), await once('supervisor', 'assign', { assignee: 'officer' })]).toEqual([
      assigned,
      assigned,
    ]);
    await desk.on('supervisor', id, 'release');
    expect(await once('supervisor', 'assign', { assignee: 'officer' })).toEqual([200, null, undefined]);
    expect((await once('supervisor', 'assign', { assignee: 'second-officer' }))[0]).toBe(409);
    const recorded = await desk.cases.kit.db.reader.find(AuditRow, { where: { documentId: id }, order: { id: 'ASC' } });
    expect(recorded.map(({ action }) => action).filter((action) => ['claim', 'release', 'assign'].includes(action))).toEqual([
      'claim',
      'release',
      'claim',
      'assign',
      'release',
    ]);
  });

  it('is released by its time only while it lasts and nobody has assigned or taken the case since', async () => {
    const { id } = await desk.register();
    const claim = async (caller: CaseUser) => (await desk.on(caller, id, 'claim')).body.claim;
    const released = async (caller: CaseUser, since: unknown) => [answer(await desk.on(caller, id, 'release', { since })), await assigneeOf(id)];
    const recorded = () => desk.cases.kit.db.reader.countBy(AuditRow, { documentId: id, action: 'release' });
    const [officer, second] = [{ name: 'Official officer' }, { name: 'Official second-officer' }];
    const begun = await claim('officer');
    expect(begun).toEqual({ assignee: officer, since: dateTime(clock.now()) });
    // The officer has the case already, so this call begins no claim.
    expect(await claim('officer')).toBeUndefined();
    for (const since of ['2026-05-03T00:00:00', null, {}]) expect(await released('officer', since)).toEqual(['200', officer]);
    await desk.on('supervisor', id, 'assign', { assignee: 'officer' });
    expect([await released('officer', begun?.since), await recorded()]).toEqual([['200', officer], 0]);
    expect(answer(await desk.on('officer', id, 'release'))).toBe('200');

    const supervisors = await claim('supervisor');
    clock.pass(minutes(31));
    const seconds = await claim('second officer');
    expect([await released('supervisor', supervisors?.since), await recorded()]).toEqual([['200', second], 1]);
    expect([await released('second officer', seconds?.since), await recorded()]).toEqual([['200', null], 2]);
    expect(await released('second officer', seconds?.since)).toEqual(['200', null]);
  });

  it('is assigned by a supervisor, to an official who may work on it, until the case leaves the step', async () => {
    const { id } = await desk.register();
    await desk.on('officer', id, 'claim');
    const assign = (assignee?: unknown) => desk.on('supervisor', id, 'assign', { assignee });
    expect((await assign('second-officer')).body.model.assignee).toEqual({ name: 'Official second-officer' });
    expect((await assign('Official officer')).body.model.assignee).toEqual({ name: 'Official officer' });
    for (const [named, code] of [
      [undefined, 'REQUIRED'],
      [' ', 'REQUIRED'],
      [{}, 'REQUIRED'],
      ['nobody', 'CHOICE'],
      ['reader', 'CHOICE'],
      ['foreign-officer', 'CHOICE'],
      ['applicant', 'CHOICE'],
    ])
      expect(answer(await assign(named))).toBe(`422 assignee ${code}`);
    clock.pass(minutes(600));
    expect(await assigneeOf(id)).toEqual({ name: 'Official officer' });
    expect(answer(await desk.act('second officer', id, 'rejection'))).toBe('409 CLAIMED');
    const rejected = await desk.act('officer', id, 'rejection');
    expect([answer(rejected), rejected.body.model.assignee]).toEqual(['200', null]);
    expect([await assigneeOf(id), answer(await desk.on('officer', id, 'claim'))]).toEqual([null, '409 ACTION_NOT_ALLOWED']);
  });

  it('are refused where they come after a decision on the version that their officer has seen', async () => {
    const { id } = await desk.register();
    expect(answer(await desk.act('officer', id, 'verification'))).toBe('200');
    expect(answer(await desk.on('officer', id, 'claim', { version: 1 }))).toBe('409 STALE_VERSION');
    expect([await assigneeOf(id), answer(await desk.on('officer', id, 'claim', { version: 2 }))]).toEqual([null, '200']);
  });

  it('refuses an action that a claim has overtaken', async () => {
    const { id } = await desk.register();
    const replies = await Promise.all([
      desk.on('officer', id, 'claim'),
      ...Array.from({ length: 5 }, () => desk.act('second officer', id, 'rejection')),
      desk.on('supervisor', id, 'assign', { assignee: 'officer' }),
    ]);
    const done = replies.slice(1, 6).filter(({ status }) => status === 200).length;
    // Whichever call came first wins: a rejected case cannot be claimed, and a claimed case cannot be rejected by another officer.
    const { documentStatus } = await desk.cases.rowOf(id);
    expect([documentStatus, done, (await assigneeOf(id)) !== null]).toEqual(done ? ['REJECTED', 1, false] : ['CREATED', 0, true]);
  });

  it('is erased with its document', async () => {
    const { id } = await desk.register();
    await desk.act('officer', id, 'verification');
    await desk.act('supervisor', id, 'approval');
    const { kit } = desk.cases;
    await kit.db.write((tx) => kit.claims.give(tx, 'case', id, { sub: 'officer', name: 'x', email: '', phone: '', roles: [], agencies: [] }, true));
    clock.pass(40 * 86_400_000);
    await kit.retention.run();
    expect([await kit.db.reader.existsBy(DocumentClaimRow, { id }), answer(await desk.on('officer', id, 'claim'))]).toEqual([false, '404 NOT_FOUND']);
  });
});
