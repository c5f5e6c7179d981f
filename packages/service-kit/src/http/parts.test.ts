import 'reflect-metadata';
import { CaseDesk, everybody, TestClock, testBackends } from '../testing/index.ts';
import { type PartState, stateOfPart } from './parts.ts';

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
    const begun = Date.now();
    expect((await ask(() => new Promise(() => undefined))).state).toBe('down');
    expect(Date.now() - begun).toBeLessThan(6_000);
  });
});
