import 'reflect-metadata';
import { CaseDesk, everybody, TestClock, testBackends, workingTime } from '../testing/index.ts';
import { type PartState, PartStates, stateOfPart } from './parts.ts';

describe.each(testBackends())('the parts of a service on %s', (engine, makeBackend) => {
  let desk: CaseDesk;
  beforeAll(async () => {
    desk = await CaseDesk.open(await makeBackend(), new TestClock(CaseDesk.begins));
  });
  afterAll(() => desk?.close());

  it('are told to operators alone', async () => {
    for (const who of everybody.filter((each) => each !== 'operator'))
      expect((await desk.call(who, 'GET', '/v1/parts')).status).toBe(who === 'public' ? 401 : 403);
    const { records } = (await desk.call<{ records: PartState[] }>('operator', 'GET', '/v1/parts')).body;
    expect(records).toMatchObject([
      { part: 'database', state: 'up', milliseconds: expect.any(Number) },
      { part: 'queue', state: 'up' },
      { part: 'mail', state: 'off' },
      { part: 'sms', state: 'off' },
    ]);
    expect(records[0]?.detail).toMatch(engine === 'embedded' ? /embedded|sqlite|libsql/ : /mysql|mariadb/);
  });
});

describe('a part', () => {
  const heard: string[] = [];
  const ask = (check?: () => Promise<unknown>) =>
    stateOfPart({ part: 'storage', detail: 's3', ...(check ? { check } : {}) }, (part, reason) => heard.push(`${part}: ${reason}`));

  it('that this deployment does without is off', async () => expect(await ask()).toEqual({ part: 'storage', state: 'off', detail: 's3' }));

  it('that fails is down; the reason is for the log', async () => {
    const state = await ask(() => Promise.reject(new Error('secret address')));
    expect(state).toEqual({ part: 'storage', state: 'down', detail: 's3' });
    expect(heard).toEqual(['storage: secret address']);
  });

  it('that says nothing is down after three seconds', async () => {
    const passed = workingTime();
    expect((await ask(() => new Promise(() => undefined))).state).toBe('down');
    expect(passed()).toBeLessThan(6_000);
  });

  it('is asked at most once in its time, however many ask', async () => {
    const asked = { often: 0, seldom: 0 };
    const check = (name: keyof typeof asked) => async () => void asked[name]++;
    const parts = new PartStates(
      [
        { part: 'database', detail: 'mysql', check: check('often') },
        { part: 'mail', detail: 'smtp', check: check('seldom'), rememberMs: 25_000 },
      ],
      () => undefined,
    );
    const clock = jest.spyOn(Date, 'now');
    try {
      for (const [now, often, seldom] of [
        [0, 1, 1],
        [5_000, 1, 1],
        [5_001, 2, 1],
        [25_001, 3, 2],
      ]) {
        clock.mockReturnValue(now as number);
        await Promise.all([parts.current(), parts.current()]);
        expect([now, asked]).toEqual([now, { often, seldom }]);
      }
    } finally {
      clock.mockRestore();
    }
  });
});
