import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createIdentityProvider, developmentUsers, type IdentityProvider } from './index.ts';
import { Browser } from './testing/index.ts';

const issuer = 'http://portal.test/identity';
const callback = 'http://portal.test/auth/callback';
const clients = [
  {
    clientId: 'portal',
    clientSecret: 'secret-of-a-test',
    redirectUris: [callback],
    postLogoutRedirectUris: ['http://portal.test/'],
    backchannelLogoutUri: 'http://127.0.0.1:9/',
  },
];

/** A browser that sends calls for the issuer's address to the provider's own address. */
class ProviderBrowser extends Browser {
  constructor(private readonly origin: string) {
    super();
  }

  override open(address: string, form?: Record<string, string>): Promise<Response> {
    const { pathname, search } = new URL(address, issuer);
    return super.open(this.origin + pathname + search, form ? { method: 'POST', body: new URLSearchParams(form) } : {});
  }
}

const payload = (token: string): Record<string, unknown> => JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
const location = (response: Response): string => response.headers.get('location') ?? '';

describe('the development identity provider', () => {
  let dataDir: string;
  let provider: IdentityProvider;
  const start = async (): Promise<void> => {
    provider = await createIdentityProvider({ port: 0, issuer, dataDir, clients });
  };
  const origin = (): string => new URL(provider.url).origin;
  const verifier = randomBytes(32).toString('base64url');

  async function toForm(browser: ProviderBrowser, more: Record<string, string> = {}): Promise<Response> {
    const query = new URLSearchParams({
      client_id: 'portal',
      response_type: 'code',
      redirect_uri: callback,
      scope: 'openid profile email phone portal',
      state: 's',
      nonce: 'n',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...more,
    });
    return browser.open(`${issuer}/auth?${query}`);
  }

  async function token(form: Record<string, string>): Promise<{ status: number; body: Record<string, string> }> {
    const response = await fetch(`${provider.url}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('portal:secret-of-a-test').toString('base64')}` },
      body: new URLSearchParams(form),
    });
    return { status: response.status, body: await response.json() };
  }

  async function signIn(browser: ProviderBrowser, username: string): Promise<Record<string, string>> {
    const interaction = location(await toForm(browser));
    const submitted = await browser.open(interaction, { username, password: username });
    const finished = await browser.open(location(submitted));
    const code = new URL(location(finished)).searchParams.get('code') ?? '';
    return (await token({ grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier })).body;
  }

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'portal-identity-'));
    await start();
  });

  afterAll(async () => {
    await provider.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('publishes addresses under its issuer, whoever asks', async () => {
    const document = await (await fetch(`${provider.url}/.well-known/openid-configuration`)).json();
    expect(document).toMatchObject({ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/jwks` });
  });

  it('asks for a name and a password on a plain page under a strict policy', async () => {
    const browser = new ProviderBrowser(origin());
    const page = await browser.open(location(await toForm(browser)));
    const html = await page.text();
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'/);
    expect(page.headers.get('content-security-policy')).not.toMatch(/unsafe/);
    expect(html).toMatch(/<label for="username">[\s\S]*name="username"[\s\S]*name="password"/);
    expect(html).not.toMatch(/<script/);
  });

  it('gives a JWT access token with the claims the services read', async () => {
    const tokens = await signIn(new ProviderBrowser(origin()), 'border-officer');
    const claims = payload(tokens.access_token);
    expect(claims).toMatchObject({
      iss: issuer,
      aud: 'portal',
      sub: 'border-officer',
      name: 'Bento Officer',
      email: 'border-officer@portal.test',
      agencies: ['CUSTOMS', 'IMMIGRATION'],
    });
    expect(claims.roles).toEqual(developmentUsers.find(({ username }) => username === 'border-officer')?.roles);
    expect(claims.phone_number).toMatch(/^\+670/);
    expect(Number(claims.exp) - Number(claims.iat)).toBe(300);
    expect(payload(tokens.id_token)).toMatchObject({ nonce: 'n', name: 'Bento Officer' });
  });

  it('asks for a second factor where the portal wants one, and says so in the token', async () => {
    const browser = new ProviderBrowser(origin());
    const once = await signIn(browser, 'border-officer');
    expect(payload(once.access_token)).toMatchObject({ acr: '1', auth_time: expect.any(Number) });
    // A user who is already signed in with a password is asked for the code only.
    const interaction = location(await toForm(browser, { acr_values: '2' }));
    const page = await (await browser.open(interaction)).text();
    expect(page).toMatch(/<label for="otp">/);
    expect(page).not.toMatch(/password/);
    expect((await browser.open(interaction, { otp: '1' })).status).toBe(401);
    const finished = await browser.open(location(await browser.open(interaction, { otp: '123456' })));
    const code = new URL(location(finished)).searchParams.get('code') ?? '';
    const { body } = await token({ grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier });
    expect(payload(body.access_token)).toMatchObject({ sub: 'border-officer', acr: '2' });
    const renewed = await token({ grant_type: 'refresh_token', refresh_token: String(body.refresh_token) });
    expect(payload(String(renewed.body.access_token))).toMatchObject({ acr: '2', auth_time: expect.any(Number) });
  });

  it('says that a password is wrong and keeps the name that was typed', async () => {
    const browser = new ProviderBrowser(origin());
    const page = await browser.open(location(await toForm(browser)), { username: '"><b>cashier', password: 'x' });
    const html = await page.text();
    expect(page.status).toBe(401);
    expect(html).toMatch(/The user name or password is not right/);
    expect(html).not.toMatch(/<b>cashier/);
  });

  it('renews tokens after a restart', async () => {
    const { refresh_token } = await signIn(new ProviderBrowser(origin()), 'cashier');
    await provider.close();
    await start();
    const renewed = await token({ grant_type: 'refresh_token', refresh_token });
    expect(renewed.status).toBe(200);
    expect(payload(renewed.body.access_token)).toMatchObject({ sub: 'cashier', aud: 'portal' });
  });

  it('ends the session that the portal names, asks for the password again, and keeps another session of the same moment', async () => {
    const [browser, other] = [new ProviderBrowser(origin()), new ProviderBrowser(origin())];
    const [{ id_token }] = await Promise.all([signIn(browser, 'admin'), signIn(other, 'admin')]);
    expect(location(await toForm(browser))).toMatch(/^http:\/\/portal\.test\/auth\/callback\?code=/);
    const ended = await fetch(`${provider.url}/session/end`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ id_token_hint: id_token, post_logout_redirect_uri: 'http://portal.test/' }),
    });
    expect([ended.status, location(ended)]).toEqual([303, 'http://portal.test/']);
    expect(location(await toForm(browser))).toMatch(/\/identity\/interaction\//);
    expect(location(await toForm(other))).toMatch(/^http:\/\/portal\.test\/auth\/callback\?code=/);
  });

  it('sends a browser without a session back at once, and asks one with a session for confirmation', async () => {
    const end = `${issuer}/session/end?${new URLSearchParams({ client_id: 'portal', post_logout_redirect_uri: 'http://portal.test/' })}`;
    const back = await new ProviderBrowser(origin()).open(end);
    expect([back.status, location(back)]).toEqual([303, 'http://portal.test/']);
    const browser = new ProviderBrowser(origin());
    await signIn(browser, 'cashier');
    const asked = await browser.open(end);
    expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining('Do you want to sign out')]);
    expect(location(await browser.open(end.replace('portal.test%2F', 'evil.test%2F')))).not.toMatch(/evil/);
  });

  it('marks access tokens, and no other tokens, with the type at+jwt', async () => {
    const tokens = await signIn(new ProviderBrowser(origin()), 'cashier');
    const typ = (token: string): unknown => JSON.parse(Buffer.from(token.split('.')[0], 'base64url').toString()).typ;
    expect([typ(tokens.access_token), typ(tokens.id_token)]).toEqual(['at+jwt', expect.not.stringMatching(/at\+jwt/)]);
  });

  it('does not send anyone to an address that was not registered', async () => {
    const { id_token } = await signIn(new ProviderBrowser(origin()), 'applicant');
    const ended = await fetch(
      `${provider.url}/session/end?${new URLSearchParams({ id_token_hint: id_token, post_logout_redirect_uri: 'http://evil.test/' })}`,
      { redirect: 'manual' },
    );
    expect(location(ended)).not.toMatch(/evil/);
  });

  it('refuses to start in production', async () => {
    const before = process.env.NODE_ENV;
    process.env.NODE_ENV = 'production';
    await expect(createIdentityProvider({ port: 0, issuer, dataDir, clients })).rejects.toThrow(/NODE_ENV=production/);
    process.env.NODE_ENV = before;
  });
});

describe('the users', () => {
  const rolesOf = (name: string): string[] => developmentUsers.find(({ username }) => username === name)?.roles ?? [];

  it('gives a supervisor what an officer has, and approval and decision', () => {
    expect(rolesOf('border-supervisor')).toEqual(
      expect.arrayContaining([...rolesOf('border-officer'), 'departure-declaration-approval', 'traveller-declaration-decision']),
    );
    expect(rolesOf('border-officer')).not.toContain('departure-declaration-approval');
  });

  it('lets only approvers and supervisors undo actions of others and answer requests for erasure', () => {
    const holders = (role: string): string[] => developmentUsers.filter(({ roles }) => roles.includes(role)).map(({ username }) => username);
    for (const [prefix, users] of [
      ['departure-declaration', ['border-supervisor']],
      ['traveller-declaration', ['border-supervisor']],
      ['professional-license', ['licence-approver', 'licence-approver-2']],
      ['triptic-trip', ['trip-approver']],
    ] as const)
      expect([prefix, holders(`${prefix}-supervise`), holders(`${prefix}-erasure`)]).toEqual([prefix, users, users]);
  });

  it('gives the applicant no roles', () => {
    expect(rolesOf('applicant')).toEqual([]);
  });
});
