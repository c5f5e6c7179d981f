import { type GatewayUnderTest, openGateway, script, TestBrowser } from '../testing/gateway-under-test.ts';
import type { OwnSession } from './sessions.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

describe('somebody’s sessions', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await openGateway((_request, response) => response.writeHead(200).end('{}'), '<html></html>');
  });
  afterAll(() => gateway?.close());

  const signedIn = (user: string) => new TestBrowser(gateway.origin).signIn(user);
  const sessionsOf = async (browser: TestBrowser): Promise<OwnSession[]> => JSON.parse((await browser.open('/auth/sessions', script)).text).records;
  const end = (browser: TestBrowser, id: string, headers: Record<string, string> = { 'x-csrf-token': browser.csrfToken }) =>
    browser.open(`/auth/sessions/${id}`, { ...script, ...headers }, { method: 'DELETE' });
  const userOf = async (browser: TestBrowser) => JSON.parse((await browser.open('/auth/session', script)).text).user?.sub;

  it('are those of the person, and each can be ended from another', async () => {
    const [desk, phone, other] = [await signedIn('applicant'), await signedIn('applicant'), await signedIn('cashier')];
    const seen = await sessionsOf(desk);
    expect(seen).toHaveLength(2);
    expect(seen.filter(({ here }) => here)).toHaveLength(1);
    expect(Object.keys(seen[0] as object).sort()).toEqual(['device', 'here', 'id', 'seenAt', 'signedInAt']);
    for (const { signedInAt, seenAt } of seen) for (const at of [signedInAt, seenAt]) expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    const away = seen.find(({ here }) => !here) as OwnSession;
    expect((await end(other, away.id)).status).toBe(404);
    expect((await end(desk, away.id, {})).status).toBe(403);
    expect(await userOf(phone)).toBe('applicant');
    expect((await end(desk, away.id)).status).toBe(204);
    expect(await userOf(phone)).toBeUndefined();
    expect(await sessionsOf(desk)).toHaveLength(1);
    expect((await end(desk, away.id)).status).toBe(404);
    expect(await userOf(other)).toBe('cashier');
  });

  it('are told to nobody who is not signed in', async () => {
    const nobody = new TestBrowser(gateway.origin);
    expect((await nobody.open('/auth/sessions', script)).status).toBe(401);
    expect((await end(nobody, 'any', {})).status).toBe(401);
  });

  it('have the names of their browser and system', async () => {
    const browser = new TestBrowser(gateway.origin);
    browser.userAgent = firefox;
    await browser.signIn('trip-agent');
    expect((await sessionsOf(browser)).map(({ device }) => device)).toEqual(['Firefox, Linux']);
  });
});
