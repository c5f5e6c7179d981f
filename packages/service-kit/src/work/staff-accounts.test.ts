import 'reflect-metadata';
import type { Actor } from '../auth/actor.ts';
import { CaseDesk, everybody, sentFiles, TestClock, testBackends } from '../testing/index.ts';
import type { Note } from './notes.ts';
import { StaffAccountRow } from './work.entities.ts';

const day = 86_400_000;

describe.each(testBackends())('the accounts of officials on %s', (_engine, makeBackend) => {
  let desk: CaseDesk;
  const clock = new TestClock(CaseDesk.begins);
  beforeAll(async () => {
    desk = await CaseDesk.open(await makeBackend(), clock);
    for (const user of everybody) await desk.call(user, 'GET', '/v1/case/search');
  });
  afterAll(() => desk?.close());

  const accounts = () => desk.cases.kit.accounts;
  const stored = (sub: string) => desk.cases.kit.db.reader.findOneBy(StaffAccountRow, { sub });
  const official = async (change: Partial<Actor>): Promise<Actor> => ({ ...((await accounts().named('second-officer'))[0] as Actor), ...change });
  const listed = async (): Promise<(string | null)[]> => {
    const subs = (await accounts().all()).map(({ sub }) => sub);
    const userNames = (await accounts().names()).map(({ userName }) => userName);
    expect(userNames.length).toBe(subs.length);
    return subs;
  };

  it('lose their roles when the official calls without any, and are neither mentioned, assigned nor written to', async () => {
    const { id } = await desk.register();
    const leaver = await official({ sub: 'leaver', userName: 'leaver', name: 'Rosa Leaver', email: 'leaver@example.org' });
    await accounts().seen(leaver);
    expect(await listed()).toContain('leaver');
    await accounts().seen({ ...leaver, roles: [], agencies: [] });
    expect([await listed(), await accounts().named('leaver'), await accounts().named('Rosa Leaver')]).toEqual([expect.not.arrayContaining(['leaver']), [], []]);
    const made = await desk.on('officer', id, 'notes', { text: 'Ask @leaver' });
    expect((made.body as unknown as { model: Note }).model.mentions).toEqual([]);
    expect((await desk.on('supervisor', id, 'assign', { assignee: 'leaver' })).body.errors).toMatchObject([{ code: 'CHOICE', field: 'assignee' }]);
    expect(sentFiles(String(desk.env.DATA_DIR)).filter(({ to }) => to === 'leaver@example.org')).toEqual([]);
    // Statistics and the history still name the official.
    expect((await stored('leaver'))?.name).toBe('Rosa Leaver');
    await accounts().seen(leaver);
    expect(await listed()).toContain('leaver');
  });

  it('are not made by callers without roles, and are saved once a day', async () => {
    const newcomer = await official({ sub: 'newcomer', userName: 'newcomer', name: 'Newcomer', roles: [], agencies: [] });
    await accounts().seen(newcomer);
    expect([await stored('newcomer'), await stored('applicant')]).toEqual([null, null]);
    const savedAt = async () => (await stored('daily'))?.seenAt.getTime();
    const daily = await official({ sub: 'daily', userName: 'daily', name: 'Daily' });
    /** Lets time pass before the account calls, and returns when it was last saved, in milliseconds before now. */
    const seenAfter = async (wait: number, actor: Actor) => {
      clock.pass(wait);
      await accounts().seen(actor);
      return clock.now().getTime() - Number(await savedAt());
    };
    expect([await seenAfter(0, daily), await seenAfter(1_000, daily), await seenAfter(day - 2_000, daily), await seenAfter(1_000, daily)]).toEqual([
      0,
      1_000,
      day - 1_000,
      0,
    ]);
    // The account of a caller without roles is saved when the roles go, and never again.
    const demoted = { ...daily, roles: [], agencies: [] };
    expect([await seenAfter(1_000, demoted), await seenAfter(1_000, demoted), await seenAfter(day, demoted)]).toEqual([0, 1_000, day + 1_000]);
  });

  it('lose their roles by a call that is refused', async () => {
    await accounts().seen(await official({ sub: 'applicant', userName: 'applicant', name: 'Ana Applicant' }));
    expect(await listed()).toContain('applicant');
    expect((await desk.call('applicant', 'GET', '/v1/audit/search')).status).toBe(403);
    expect(await listed()).not.toContain('applicant');
  });

  it('of the same user name count once, by the newest', async () => {
    await accounts().seen(await official({ sub: 'old', userName: 'rosa', name: 'Rosa Old' }));
    clock.pass(1_000);
    await accounts().seen(await official({ sub: 'new', userName: 'rosa', name: 'Rosa New' }));
    const subs = async (name: string) => (await accounts().named(name)).map(({ sub }) => sub);
    expect([await subs('rosa'), await subs('Rosa New'), await subs('Rosa Old')]).toEqual([['new'], ['new'], []]);
    expect([(await listed()).includes('old'), (await listed()).includes('new')]).toEqual([false, true]);
    await accounts().seen({ ...(await official({ sub: 'new', userName: 'rosa', name: 'Rosa New' })), roles: [] });
    expect(await subs('rosa')).toEqual([]);
  });

  it('are left out 90 days after the last call', async () => {
    await accounts().seen(await official({ sub: 'gone', userName: 'gone', name: 'Gone' }));
    clock.pass(90 * day);
    expect(await listed()).toContain('gone');
    clock.pass(1);
    expect([await listed(), await accounts().named('gone')]).toEqual([[], []]);
    await desk.call('officer', 'GET', '/v1/case/search');
    expect([await listed(), (await stored('gone'))?.name]).toEqual([['officer'], 'Gone']);
  });
});
