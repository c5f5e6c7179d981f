import 'reflect-metadata';
import { type Actor, systemCall } from '../auth/actor.ts';
import { DocumentSearch } from '../documents/document-search.ts';
import { CaseDesk, type CaseUser, caseUsers, eq, TestClock, testBackends } from '../testing/index.ts';
import { queueNames } from './queues.ts';

describe.each(testBackends())('the queues of an official on %s', (_engine, makeBackend) => {
  let desk: CaseDesk;
  const clock = new TestClock(CaseDesk.begins);
  beforeAll(async () => {
    desk = await CaseDesk.open(await makeBackend(), clock);
  });
  afterAll(() => desk?.close());

  const some = async (n: number, holderName: string): Promise<string[]> => {
    const made: string[] = [];
    for (let i = 0; i < n; i++) made.push((await desk.register({ holderName }, 'applicant')).id);
    return made;
  };
  const q = (query: object): string => encodeURIComponent(JSON.stringify(query));
  const counts = async (by: CaseUser, holderName: string) => {
    const { status, body } = await desk.call(by, 'GET', `/v1/case/queues?q=${q({ criteria: [eq('holderName', holderName)] })}`);
    return status === 200 ? Object.fromEntries(body.records.map(({ code, count }) => [code, count])) : status;
  };
  const next = (by: CaseUser, holderName: string, more: object = {}) =>
    desk.call(by, 'POST', '/v1/case/next', { criteria: [eq('holderName', holderName)], ...more });

  it('count what the official may do, and each list finds as many', async () => {
    const made = await some(7, 'COUNTED');
    const [mine, his, verified, hisVerified, asked, rejected] = made as [string, string, string, string, string, string];
    await desk.on('officer', mine, 'claim');
    await desk.on('second officer', his, 'claim');
    await desk.act('officer', verified, 'verification');
    await desk.act('second officer', hisVerified, 'verification');
    await desk.act('officer', asked, 'query');
    await desk.act('officer', rejected, 'rejection');
    // The officer who verified a case cannot approve it, so it does not count as that officer's work.
    expect(await counts('officer', 'COUNTED')).toEqual({ MINE: 1, UNASSIGNED: 2, TEAM: 4, OVERDUE: 0, APPLICANT: 1 });
    expect(await counts('supervisor', 'COUNTED')).toEqual({ MINE: 0, UNASSIGNED: 3, TEAM: 5, OVERDUE: 0, APPLICANT: 1 });
    expect(await counts('reader', 'COUNTED')).toEqual({ MINE: 0, UNASSIGNED: 0, TEAM: 0, OVERDUE: 0, APPLICANT: 1 });
    expect(await counts('officer of another agency', 'COUNTED')).toEqual({ MINE: 0, UNASSIGNED: 0, TEAM: 0, OVERDUE: 0, APPLICANT: 0 });
    // Counts with a limit agree: cases that somebody has claimed, or that the official may not continue, are not counted by mistake.
    const search = new DocumentSearch(desk.cases, 0);
    const officer = { ...systemCall('queues'), actor: caseUsers.officer as unknown as Actor };
    const areCountedUpTo = async (whole: object): Promise<void> => {
      for (const [code, all] of Object.entries(whole))
        for (const totalUpTo of [1, 2, 3, 5]) {
          const asked = { criteria: [eq('holderName', 'COUNTED'), eq('queue', code)], paging: { page: 1, size: 1 }, totalUpTo };
          const { records: _, ...total } = await search.search(JSON.stringify(asked), officer);
          expect([code, total]).toEqual([code, all > totalUpTo ? { totalRecords: totalUpTo, atLeast: true } : { totalRecords: all }]);
        }
    };
    await areCountedUpTo(await counts('officer', 'COUNTED'));
    clock.pass(2 * 3_600_000);
    const late = await counts('officer', 'COUNTED');
    expect(late).toEqual({ MINE: 0, UNASSIGNED: 4, TEAM: 4, OVERDUE: 3, APPLICANT: 1 });
    for (const code of queueNames) {
      const { body } = await desk.search('officer', { criteria: [eq('holderName', 'COUNTED'), eq('queue', code)], paging: { page: 1, size: 50 } });
      expect([code, body.totalRecords, body.records.length]).toEqual([code, (late as Record<string, number>)[code], body.totalRecords]);
    }
    await areCountedUpTo(late as object);
    const approvable = await desk.search('officer', { criteria: [eq('holderName', 'COUNTED'), eq('queue', 'TEAM'), eq('documentStatus', 'VERIFIED')] });
    expect(approvable.body.records.map(({ id }) => id)).toEqual([hisVerified]);
  });

  it('order what is not due by how long it has waited', async () => {
    const made = await some(3, 'WAITING');
    for (const id of [made[1], made[2], made[0]] as string[]) {
      await desk.act('officer', id, 'query');
      clock.pass(60_000);
    }
    const waiting = async (direction: string): Promise<string[]> => {
      const asked = { criteria: [eq('holderName', 'WAITING'), eq('queue', 'APPLICANT')], sorting: [{ fieldName: 'dueAt', direction }] };
      return (await desk.search('officer', asked)).body.records.map(({ id }) => id as string);
    };
    expect([await waiting('ASC'), await waiting('DESC')]).toEqual([
      [made[1], made[2], made[0]],
      [made[0], made[2], made[1]],
    ]);
  });

  it.each([
    ['public', 401],
    ['applicant', 403],
    ['officer of other documents', 403],
  ] as [CaseUser, number][])('are not told to the %s', async (by, status) => {
    expect(await counts(by, 'COUNTED')).toBe(status);
    expect((await next(by, 'COUNTED')).status).toBe(status);
    expect((await desk.call(by, 'POST', '/v1/case/bulk/offered', { ids: ['x'] })).status).toBe(status);
  });

  it('are refused by name where there is none of it', async () => {
    const { status, body } = await desk.search('officer', { criteria: [eq('queue', 'ALL')] });
    expect([status, body.errors[0]?.field]).toEqual([400, 'queue']);
  });

  it('give the next case: the longest due one, to each official another, and none twice', async () => {
    const made = await some(5, 'NEXT');
    const officials = ['officer', 'second officer', 'supervisor'] as const;
    const taken = await Promise.all(officials.map((by) => next(by, 'NEXT')));
    expect(taken.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const by of ['officer', 'officer', 'second officer'] as const) taken.push(await next(by, 'NEXT'));
    expect(taken.at(-1)?.status).toBe(404);
    expect(
      taken
        .slice(0, 5)
        .map(({ body }) => body.model.id)
        .sort(),
    ).toEqual([...made].sort());
    expect(await counts('officer', 'NEXT')).toMatchObject({ UNASSIGNED: 0, TEAM: 5 });
    for (const place of [3, 1]) await desk.on('supervisor', made[place] as string, 'release');
    const last = { sorting: [{ fieldName: 'dueAt', direction: 'DESC' }] };
    expect((await next('officer', 'NEXT', last)).body.model.id).toBe([made[1], made[3]].sort().at(-1));
    expect((await next('officer', 'NEXT', { sorting: 'x' })).status).toBe(200);
    expect((await next('officer', 'NEXT', { criteria: 'x' })).status).toBe(400);
    expect((await next('reader', 'NEXT')).status).toBe(404);
  });

  it('give the same next case again to a repeated call, also to one that is under way at the same time', async () => {
    const made = await some(3, 'REPEATED');
    const take = (key: string) =>
      desk.call('officer', 'POST', '/v1/case/next', { criteria: [eq('holderName', 'REPEATED')] }, { 'idempotency-key': `next-${made[0]}-${key}` });
    const first = await take('first');
    expect([first.status, first.body.claim?.assignee]).toEqual([200, { name: 'Official officer' }]);
    expect(await take('first')).toMatchObject({ status: 200, body: first.body });
    const [one, other] = await Promise.all([take('second'), take('second')]);
    expect([one.status, other.status, other.body.model.id]).toEqual([200, 200, one.body.model.id]);
    expect(await counts('officer', 'REPEATED')).toMatchObject({ MINE: 2, UNASSIGNED: 1 });
  });

  it('tell which actions many of their documents offer', async () => {
    const made = await some(4, 'MANY');
    await desk.act('officer', made[0] as string, 'verification');
    await desk.on('second officer', made[1] as string, 'claim');
    const foreign = await desk.register({ agency: 'HEALTH' });
    const { body } = await desk.call('officer', 'POST', '/v1/case/bulk/offered', { ids: [...made, foreign.id, 'nothing', made[2]] });
    expect(body.records).toEqual([
      { name: 'query', label: 'Query', kind: 'submit', commentRequired: true, toApplicant: true, count: 2 },
      { name: 'verification', label: 'Verify', kind: 'submit', commentRequired: false, count: 2 },
      { name: 'rejection', label: 'Reject', kind: 'submit', commentRequired: true, count: 3 },
      { name: 'undo', label: 'Undo', kind: 'submit', commentRequired: true, count: 1 },
    ]);
    for (const ids of [undefined, [], 'x', [1], Array(501).fill('x')])
      expect((await desk.call('officer', 'POST', '/v1/case/bulk/offered', { ids })).body.errors[0]?.field).toBe('ids');
  });
});
