import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { developmentUsers } from '@portal/identity';
import { Browser } from '@portal/identity/testing';
import { freePort } from '@portal/load/processes/free-port';
import { type Portal, type StartService, startPortal } from './portal.ts';

const claimsOf = (token: string): object => JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());

describe('the portal in one process', () => {
  let dataDir: string;
  let portal: Portal;
  const calls: { area: string; url?: string; method?: string; headers: IncomingHttpHeaders }[] = [];
  const settingsOf: Record<string, Record<string, string | undefined>> = {};

  const echo =
    (area: string): StartService =>
    async (settings) => {
      settingsOf[area] = settings;
      const server = createServer((request, response) => {
        // A moment after an official has signed in, the gateway tells each service. These calls are not recorded.
        if (request.url !== '/v1/account') calls.push({ area, url: request.url, method: request.method, headers: request.headers });
        response.setHeader('content-type', 'application/json').end('{}');
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return {
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        close: async () => {
          server.closeAllConnections();
          server.close();
        },
      };
    };
  const services = { reference: echo('reference'), media: echo('media'), declarations: echo('declarations'), licences: echo('licences'), trips: echo('trips') };

  const start = async (port = '0', more: Record<string, string> = {}): Promise<Portal> =>
    startPortal({ environment: { PORT: port, DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...more }, root: dataDir, services });

  async function signIn(browser: Browser, username: string, returnTo = '/staff', origin = portal.url): Promise<string> {
    const form = await browser.follow(`${origin}/auth/login?returnTo=${encodeURIComponent(returnTo)}`);
    const done = await browser.follow(form.address, { method: 'POST', body: new URLSearchParams({ username, password: username }) });
    return done.address;
  }

  const session = async (browser: Browser, origin = portal.url) => (await browser.open(`${origin}/auth/session`)).json();

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'portal-dev-'));
    // A port that no outgoing connection takes while the portal restarts.
    portal = await start(String(await freePort()));
  });

  afterAll(async () => {
    await portal.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('tells the services where the others and the provider’s keys are', async () => {
    expect(settingsOf.trips).toMatchObject({
      OIDC_ISSUER: `${portal.url}/identity`,
      WITNESS_TOKEN: expect.stringMatching(/.{40}/),
      REFERENCE_URL: expect.stringMatching(/^http:\/\/127/),
      MEDIA_URL: expect.stringMatching(/^http:\/\/127/),
    });
    const keys = await (await fetch(String(settingsOf.trips.OIDC_JWKS_URL))).json();
    expect(keys.keys).toHaveLength(1);
  });

  it('is ready, and only its owner can read its secrets', async () => {
    expect((await fetch(`${portal.url}/health/ready`)).status).toBe(200);
    expect(readdirSync(dataDir)).toContain('secrets.json');
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  it.each(developmentUsers.map(({ username }) => username))('signs in %s with exactly the roles of the contract', async (username) => {
    const browser = new Browser();
    expect(await signIn(browser, username, '/staff?x=1')).toBe(`${portal.url}/staff?x=1`);
    const user = developmentUsers.find((one) => one.username === username);
    expect(await session(browser)).toEqual({
      user: { sub: username, name: user?.name, email: user?.email, phoneNumber: user?.phoneNumber },
      roles: user?.roles,
      agencies: user?.agencies,
      csrfToken: expect.stringMatching(/.{40}/),
    });
  });

  it('gives the browser no token: an HttpOnly cookie, and the service a bearer', async () => {
    const browser = new Browser();
    await signIn(browser, 'border-officer');
    await browser.open(`${portal.url}/api/declarations/v1/traveller/declaration/search`);
    const { headers } = calls[calls.length - 1];
    expect(headers.cookie).toBeUndefined();
    expect(claimsOf(String(headers.authorization).slice('Bearer '.length))).toMatchObject({
      sub: 'border-officer',
      aud: 'portal',
      iss: `${portal.url}/identity`,
      agencies: ['CUSTOMS', 'IMMIGRATION'],
    });
    for (const value of browser.cookies.values()) {
      expect(value).not.toMatch(/^ey/);
    }
  });

  it('refuses a change with the session but without its CSRF token', async () => {
    const browser = new Browser();
    await signIn(browser, 'cashier');
    const { csrfToken } = await session(browser);
    const post = async (headers: Record<string, string>) =>
      browser.open(`${portal.url}/api/reference/v1/payment/receipt/`, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json', ...headers },
      });
    const before = calls.length;
    const forged: Record<string, string>[] = [{}, { 'x-csrf-token': 'wrong' }, { 'x-csrf-token': csrfToken, 'sec-fetch-site': 'cross-site' }];
    for (const headers of forged) {
      const refused = await post(headers);
      expect([refused.status, (await refused.json()).errors[0].code]).toEqual([403, 'FORBIDDEN']);
    }
    expect(calls).toHaveLength(before);
    expect((await post({ 'x-csrf-token': csrfToken })).status).toBe(200);
  });

  it('accepts a change by an anonymous caller without a token', async () => {
    expect(
      (
        await new Browser().open(`${portal.url}/api/declarations/v1/traveller/declaration`, {
          method: 'POST',
          body: '{}',
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(200);
    expect(calls[calls.length - 1].headers.authorization).toBeUndefined();
  });

  it('ends a session in the portal and at the provider', async () => {
    const browser = new Browser();
    await signIn(browser, 'admin');
    const { csrfToken } = await session(browser);
    const stolen = new Browser();
    stolen.cookies = new Map(browser.cookies);
    expect((await browser.open(`${portal.url}/auth/logout`, { method: 'POST' })).status).toBe(403);
    const answer = await browser.open(`${portal.url}/auth/logout`, { method: 'POST', headers: { 'x-csrf-token': csrfToken, accept: 'application/json' } });
    const { redirectTo } = await answer.json();
    // Addresses are stored in histories and logs, so they must contain no token.
    expect(redirectTo).not.toMatch(/id_token_hint|ey[\w-]+\./);
    expect(answer.headers.get('clear-site-data')).toBe('"cache", "storage"');
    expect((await session(browser)).user).toBeNull();
    expect((await session(stolen)).user).toBeNull();
    // The provider asks for the password again, even if the browser has not followed the redirect.
    expect((await browser.follow(`${portal.url}/auth/login`)).address).toMatch(/\/identity\/interaction\//);
    expect((await browser.follow(redirectTo)).address).toBe(`${portal.url}/`);
  });

  it('refuses the access token of a session that has ended, whoever sends it', async () => {
    const [browser, other] = [new Browser(), new Browser()];
    const search = `${portal.url}/api/declarations/v1/traveller/declaration/search`;
    const tokenOf = async (one: Browser): Promise<string> => {
      await signIn(one, 'border-officer');
      await one.open(search);
      return String(calls[calls.length - 1].headers.authorization);
    };
    const [token, others] = [await tokenOf(browser), await tokenOf(other)];
    const brought = async (authorization: string): Promise<number> => (await fetch(search, { headers: { authorization } })).status;
    expect(await Promise.all([token, others].map(brought))).toEqual([200, 200]);
    const { csrfToken } = await session(browser);
    await browser.open(`${portal.url}/auth/logout`, { method: 'POST', headers: { 'x-csrf-token': csrfToken } });
    expect(await Promise.all([token, token.replace('Bearer', 'bearer'), token.replace(' ', '   '), others].map(brought))).toEqual([401, 401, 401, 200]);
    const { csrfToken: another } = await session(other);
    await other.open(`${portal.url}/auth/logout-everywhere`, { method: 'POST', headers: { 'x-csrf-token': another } });
    expect(await brought(others)).toBe(401);
  });

  it('ends a session by a plain form too', async () => {
    const browser = new Browser();
    await signIn(browser, 'admin');
    const { csrfToken } = await session(browser);
    const done = await browser.follow(`${portal.url}/auth/logout`, { method: 'POST', body: new URLSearchParams({ csrfToken }) });
    expect(done.address).toBe(`${portal.url}/`);
    expect((await session(browser)).user).toBeNull();
  });

  it('signs a person out everywhere', async () => {
    const [one, other, someone] = [new Browser(), new Browser(), new Browser()];
    await signIn(one, 'trip-agent');
    await signIn(other, 'trip-agent');
    await signIn(someone, 'trip-border');
    const { csrfToken } = await session(one);
    await one.open(`${portal.url}/auth/logout-everywhere`, { method: 'POST', headers: { 'x-csrf-token': csrfToken } });
    expect((await session(other)).user).toBeNull();
    expect((await session(someone)).user).not.toBeNull();
    // The provider asks for the password again.
    expect((await other.follow(`${portal.url}/auth/login`)).address).toMatch(/\/identity\/interaction\//);
  });

  it('signs a person out on another device, in the portal and at the provider', async () => {
    const [desk, phone] = [new Browser(), new Browser()];
    await signIn(desk, 'trip-agent');
    await signIn(phone, 'trip-agent');
    const { csrfToken } = await session(phone);
    const { records } = await (await phone.open(`${portal.url}/auth/sessions`)).json();
    const { id } = records.find(({ here }: { here: boolean }) => !here);
    const ended = await phone.open(`${portal.url}/auth/sessions/${id}`, { method: 'DELETE', headers: { 'x-csrf-token': csrfToken } });
    expect(ended.status).toBe(204);
    expect((await session(desk)).user).toBeNull();
    expect((await desk.follow(`${portal.url}/auth/login`)).address).toMatch(/\/identity\/interaction\//);
    expect((await session(phone)).user).not.toBeNull();
  });

  it('keeps the sign-in of a browser that ends its own earlier session', async () => {
    const browser = new Browser();
    await signIn(browser, 'trip-border');
    const later = new Browser();
    later.cookies = new Map([...browser.cookies].filter(([name]) => !name.startsWith('portal.session')));
    await later.follow(`${portal.url}/auth/login`);
    const { csrfToken } = await session(later);
    const { records } = await (await later.open(`${portal.url}/auth/sessions`)).json();
    for (const { id } of records.filter(({ here }: { here: boolean }) => !here)) {
      await later.open(`${portal.url}/auth/sessions/${id}`, { method: 'DELETE', headers: { 'x-csrf-token': csrfToken } });
    }
    expect((await session(browser)).user).toBeNull();
    expect((await session(later)).user).not.toBeNull();
  });

  it('ends the sign-in of a browser that signs out at the provider, and no other', async () => {
    const [one, other] = [new Browser(), new Browser()];
    await signIn(one, 'trip-agent');
    await signIn(other, 'trip-agent');
    const page = await one.open(`${portal.url}/identity/session/end`);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
    const ended = await one.open(`${portal.url}/identity/session/end/confirm`, { method: 'POST', body: new URLSearchParams({ xsrf, logout: 'yes' }) });
    expect(ended.status).toBe(303);
    expect((await session(one)).user).toBeNull();
    expect((await session(other)).user).not.toBeNull();
  });

  it('ends the other sign-ins of a browser whose session at the provider ended with this one', async () => {
    const browser = new Browser();
    const byNumber = portal.url.replace('localhost', '127.0.0.1');
    await signIn(browser, 'trip-agent');
    const elsewhere = new Browser();
    elsewhere.cookies = new Map([...browser.cookies].filter(([name]) => !name.startsWith('portal.session')));
    await elsewhere.follow(`${byNumber}/auth/login`);
    expect((await session(elsewhere, byNumber)).user).not.toBeNull();
    const { csrfToken } = await session(browser);
    await browser.open(`${portal.url}/auth/logout`, { method: 'POST', headers: { 'x-csrf-token': csrfToken } });
    expect((await session(elsewhere, byNumber)).user).toBeNull();
  });

  it('gives each sign-in an id of its own', async () => {
    const browser = new Browser();
    const name = `portal.session.${new URL(portal.url).port}`;
    browser.cookies.set(name, 'planted-by-somebody');
    await signIn(browser, 'applicant');
    expect(browser.cookies.get(name)).toMatch(/^(?!planted).{40}/);
  });

  it('does not finish a sign-in that another browser began', async () => {
    const victim = new Browser();
    const attacker = new Browser();
    const form = await attacker.follow(`${portal.url}/auth/login`);
    const submitted = await attacker.open(form.address, { method: 'POST', body: new URLSearchParams({ username: 'admin', password: 'admin' }) });
    const resumed = await attacker.open(submitted.headers.get('location') ?? '');
    const landed = await victim.follow(resumed.headers.get('location') ?? '');
    expect(landed.address).toMatch(/\/sign-in\?problem=expired/);
    expect((await session(victim)).user).toBeNull();
  });

  it('signs in at the address at which the portal was opened, also at an IP address', async () => {
    const browser = new Browser();
    const byNumber = portal.url.replace('localhost', '127.0.0.1');
    expect(await signIn(browser, 'applicant', '/privacy', byNumber)).toBe(`${byNumber}/privacy`);
    expect((await session(browser, byNumber)).user.name).toBe('Ana Applicant');
  });

  it('never redirects away from the portal after sign-in', async () => {
    expect(await signIn(new Browser(), 'applicant', '//evil.test/')).toBe(`${portal.url}/`);
  });

  it('keeps sessions over a restart', async () => {
    const browser = new Browser();
    await signIn(browser, 'licence-approver');
    const { port } = new URL(portal.url);
    await portal.close();
    portal = await start(port);
    expect((await session(browser)).user.name).toBe('Aurora Approver');
  });

  it('says that its port is in use', async () => {
    const { port } = new URL(portal.url);
    await expect(start(port)).rejects.toThrow(new RegExp(`Port ${port} is in use by another program. .*PORT=${Number(port) + 1}`));
  });

  it('names the service that does not start, and stops the others', async () => {
    let closed = 0;
    const counted: StartService = async (settings) => {
      const part = await echo('counted')(settings);
      return {
        ...part,
        close: async () => {
          closed += 1;
          await part.close();
        },
      };
    };
    const failing: StartService = async () => Promise.reject(new Error('its database is damaged'));
    const broken = startPortal({
      environment: { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
      root: dataDir,
      services: { reference: counted, media: counted, declarations: counted, licences: failing, trips: counted },
    });
    await expect(broken).rejects.toThrow('svc-licences did not start: its database is damaged');
    expect(closed).toBe(4);
  });
});
