import { CaseDesk, TestClock, testBackends, until } from '../testing/index.ts';
import { type EventBus, openEventBus } from './event-bus.ts';
import { CASE_EVENTS, type CaseEvent } from './events.ts';

describe.each(testBackends())('events of cases on %s', (_engine, makeBackend) => {
  let desk: CaseDesk;
  let bus: EventBus;
  let heard: CaseEvent[] = [];
  const clock = new TestClock(CaseDesk.begins);
  beforeAll(async () => {
    const backend = await makeBackend();
    desk = await CaseDesk.open(backend, clock);
    for (const user of ['officer', 'second officer', 'supervisor'] as const) await desk.call(user, 'GET', '/v1/case/search');
    const { REDIS_URL: redisUrl, QUEUE_PREFIX: queuePrefix = '', DATA_DIR: dataDir = '' } = backend.env;
    bus = openEventBus({ redisUrl, queuePrefix, dataDir });
    bus.subscribe<CaseEvent[]>(CASE_EVENTS, (events) => heard.push(...events));
    // The subscription needs a moment to start.
    await until(async () => {
      await desk.register();
      return heard.length > 0;
    });
  });
  afterAll(async () => {
    await bus?.close();
    await desk?.close();
  });
  const of = (id: string): CaseEvent[] => heard.filter((event) => event.id === id);

  it('say what became of a case, once it is stored', async () => {
    heard = [];
    const { id, serialReference } = await desk.register({}, 'applicant');
    await desk.on('officer', id, 'claim');
    await desk.on('officer', id, 'claim');
    await desk.on('officer', id, 'release');
    await desk.on('supervisor', id, 'assign', { assignee: 'second-officer' });
    await desk.on('officer', id, 'notes', { text: 'See @second-officer' });
    await desk.act('second officer', id, 'verification');
    await until(() => of(id).length >= 6);
    expect(of(id).map(({ what, by, to }) => [what, by, to])).toEqual([
      ['changed', 'applicant', undefined],
      ['claimed', 'officer', ['officer']],
      ['released', 'officer', undefined],
      ['assigned', 'supervisor', ['second-officer']],
      ['noted', 'officer', ['second-officer']],
      ['changed', 'second-officer', undefined],
    ]);
    expect(of(id)[0]).toMatchObject({ kind: '/v1/case', rolePrefix: 'case', agencyCode: expect.any(String), reference: serialReference?.reference });
    // The events contain nothing of the document's content, the note or the names of people.
    expect(JSON.stringify(of(id))).not.toMatch(/Official|NAME|See @/);
  });

  it('say nothing of what was refused', async () => {
    const { id } = await desk.register();
    await desk.on('officer', id, 'claim');
    await until(() => of(id).length >= 2);
    await desk.on('second officer', id, 'claim');
    await desk.act('second officer', id, 'rejection');
    await desk.on('applicant', id, 'notes', { text: 'x' });
    await new Promise((done) => setTimeout(done, 200));
    expect(of(id).length).toBe(2);
  });

  it.each([
    ['public', 401],
    ['applicant', 403],
    ['neighbour', 403],
    ['officer', 200],
    ['supervisor', 200],
    ['reader', 200],
    ['officer without the read role', 403],
    ['officer of another agency', 403],
    ['officer of other documents', 403],
  ] as const)('may be watched by those who read the case: %s, %i', async (caller, status) => {
    const { id } = await desk.register({}, 'applicant');
    const answer = await desk.call(caller, 'GET', `/v1/case/${id}/watch`);
    expect(answer.status).toBe(status);
    if (status === 200) expect(answer.body).toEqual({ kind: '/v1/case', version: 1 });
  });

  it('watching makes no claim last longer', async () => {
    const { id } = await desk.register();
    await desk.on('officer', id, 'claim');
    clock.pass(29 * 60_000);
    await desk.call('officer', 'GET', `/v1/case/${id}/watch`);
    clock.pass(2 * 60_000);
    expect((await desk.on('second officer', id, 'claim')).status).toBe(200);
  });
});
