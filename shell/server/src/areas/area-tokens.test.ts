import type { IncomingHttpHeaders } from 'node:http';
import { gatewaySettings } from '../settings.ts';
import { type GatewayUnderTest, navigation, openGateway, script, TestBrowser, tokensIn } from '../testing/gateway-under-test.ts';
import { AreaTokens } from './area-tokens.ts';

describe('an area of the page', () => {
  let gateway: GatewayUnderTest;
  const reached: { url?: string; headers: IncomingHttpHeaders }[] = [];

  class Browser extends TestBrowser {
    constructor() {
      super(gateway.origin);
    }
  }

  const as = (token: string | undefined, more: Record<string, string> = script): Record<string, string> => ({ ...more, 'x-area-token': String(token) });

  beforeAll(async () => {
    gateway = await openGateway(
      (request, response) => {
        reached.push({ url: request.url, headers: request.headers });
        const type = request.url?.endsWith('print-form') ? 'application/pdf' : 'application/json';
        request.resume().on('end', () => response.writeHead(200, { 'content-type': type }).end('{}'));
      },
      '<!doctype html><html lang="en"><head><!--PRELOAD--></head><body><div id="shell"></div><!--REGISTRY--></body></html>',
      { SERVICE_URLS: 'permits={service}' },
    );
  });
  afterAll(() => gateway.close());

  it('calls its own service and the shared ones, and no other with the session of the officer', async () => {
    const browser = await new Browser().signIn('licence-approver');
    expect(Object.keys(browser.tokens).sort()).toEqual(
      ['shell', ...['reference', 'media', 'declarations', 'licences', 'trips', 'permits'].map((name) => `mf-${name}`)].sort(),
    );
    const trips = browser.tokens['mf-trips'];
    const change = { method: 'POST', body: '{}' };
    const post = { 'content-type': 'application/json', 'x-csrf-token': browser.csrfToken };
    const before = reached.length;
    expect(await browser.status('/api/licences/v1/professional/search', as(trips))).toBe('403 foreign');
    expect(await browser.status('/api/licences/v1/professional/x/actions/approval', { ...as(trips), ...post }, change)).toBe('403 foreign');
    expect(await browser.status('/api/licences/v1/professional/search', script)).toBe('403 missing');
    expect(await browser.status('/api/permits/v1/x', as(trips))).toBe('403 foreign');
    // The session's CSRF token is readable by all scripts of the page, so it must not be enough to call a service.
    expect(await browser.status('/api/licences/v1/x', { ...script, ...post }, change)).toBe('403 missing');
    expect(await browser.status('/operations/areas', as(trips))).toMatch(/^403/);
    expect(reached).toHaveLength(before);
    expect(await browser.status('/api/licences/v1/professional/search', as(browser.tokens['mf-licences']))).toBe('200');
    expect(await browser.status('/api/trips/v1/x', { ...as(trips), ...post }, change)).toBe('200');
    expect(await browser.status('/api/trips/v1/x', as(browser.tokens.shell))).toBe('200');
    for (const shared of ['reference', 'media']) expect(await browser.status(`/api/${shared}/v1/x`, script)).toBe('200');
    for (const { headers } of reached) expect(headers).not.toHaveProperty('x-area-token');
  });

  it('is told so in the form of every refusal', async () => {
    const answer = await (await new Browser().page()).open('/api/trips/v1/x', script);
    expect(JSON.parse(answer.text)).toMatchObject({ status: 403, errors: [{ code: 'FORBIDDEN', message: expect.stringContaining('Reload the page') }] });
  });

  it.each([
    ['fetch in any mode', { ...script, 'sec-fetch-mode': 'no-cors' }],
    ['a worker', { ...script, 'sec-fetch-dest': 'worker' }],
    ['a script tag', { ...script, 'sec-fetch-dest': 'script', 'sec-fetch-mode': 'no-cors' }],
    ['what is not known yet', { ...script, 'sec-fetch-dest': 'something' }],
    ['who says the area and brings no token', { 'x-area': 'mf-trips' }],
  ])('is asked for its token by %s', async (_what, headers) => {
    const browser = await new Browser().page();
    expect(await browser.status('/api/trips/v1/x', headers)).toBe('403 missing');
    expect(await browser.status('/api/trips/v1/x', as(browser.tokens['mf-trips'], headers))).toBe('200');
  });

  it('needs no token for the description of a service', async () => {
    const browser = await new Browser().page();
    for (const path of ['docs', 'docs/swagger-ui.css', 'docs/openapi.json?lang=en']) expect(await browser.status(`/api/trips/${path}`, script)).toBe('200');
    for (const path of ['docsother/x', 'v1/docs']) expect(await browser.status(`/api/trips/${path}`, script)).toBe('403 missing');
  });

  it('needs none where a call brings no cookie: it has the rights of nobody, whatever the browser holds', async () => {
    expect(await new Browser().status('/api/trips/v1/x', script)).toBe('200');
    expect(reached.at(-1)?.headers.authorization).toBeUndefined();
    const post = { method: 'POST', body: '{}' };
    expect(await new Browser().status('/api/trips/v1/x', { ...script, 'content-type': 'application/json' }, post)).toBe('200');
    expect(reached.at(-1)?.headers.authorization).toBeUndefined();
    // The area is checked again when the call has any cookie, when it has a person's bearer token, and when it names an area.
    expect(await new Browser().status('/api/trips/v1/x', { ...script, cookie: 'portal.language=en' })).toBe('403 missing');
    expect(await new Browser().status('/api/trips/v1/x', { ...script, authorization: 'Bearer x' })).toBe('403 missing');
    expect(await new Browser().status('/api/trips/v1/x', { ...script, 'x-area': 'mf-trips' })).toBe('403 missing');
    expect(await new Browser().status('/operations/areas', script)).toMatch(/^40[13]/);
  });

  it('gets no token by reading a page with a script, and none is kept where a script could read it', async () => {
    const browser = await new Browser().page();
    for (const headers of [script, { ...script, 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' }, { ...navigation, 'sec-fetch-mode': 'no-cors' }, {}])
      expect(tokensIn((await browser.open('/staff', headers)).text)).toBeUndefined();
    const page = await browser.open('/', navigation);
    expect([page.headers['cache-control'], page.headers.vary]).toEqual(['no-store', expect.stringContaining('sec-fetch-dest')]);
    expect((await browser.open('/auth/session', script)).text).not.toContain('mf-trips');
  });

  it('cannot use a token that was made in another browser, for another time or by itself', async () => {
    const [officer, attacker] = [await new Browser().signIn('licence-approver'), await new Browser().page()];
    const foreign = attacker.tokens['mf-licences'];
    const [area, ends, mac] = officer.tokens['mf-licences'].split('.');
    const later = (Number.parseInt(ends, 36) + 1).toString(36);
    for (const token of [foreign, `${area}.${later}.${mac}`, `${area}.${ends}.`, area, `${area}.zz.${mac}`, ''])
      expect([token, await officer.status('/api/licences/v1/x', as(token))]).toEqual([token, expect.stringMatching(/^403/)]);
    expect(await officer.status('/api/licences/v1/x', as(officer.tokens['mf-trips'].replace('mf-trips', 'mf-licences')))).toBe('403 expired');
    // A script can plant another browser's page cookie. It then has a token for that cookie, but the session belongs to this browser.
    const name = [...attacker.cookies.keys()].find((one) => one.startsWith('portal.page')) as string;
    officer.cookies.set(name, attacker.cookies.get(name) as string);
    expect(await officer.status('/api/licences/v1/x', as(foreign))).toBe('403 expired');
    // Opening a page restores this browser's own page cookie.
    await officer.page('/staff');
    expect(await officer.status('/api/licences/v1/x', as(officer.tokens['mf-licences']))).toBe('200');
  });

  it('keeps its token over sign-in and sign-out, and loses it after a day', async () => {
    const browser = await new Browser().page();
    const token = browser.tokens['mf-trips'];
    await browser.signIn('trip-agent');
    expect(await browser.status('/api/trips/v1/x', as(token))).toBe('200');
    await browser.open('/auth/logout', { ...script, 'x-csrf-token': browser.csrfToken }, { method: 'POST' });
    expect(await browser.status('/api/trips/v1/x', as(token))).toBe('200');
    const [settings, page] = [gatewaySettings({}), 'a'.repeat(43)];
    const old = new AreaTokens(settings, ['trips'], () => Date.now() - 25 * 3_600_000).issue(page)['mf-trips'];
    const fresh = new AreaTokens(settings, ['trips']);
    const call = (value: string) => () =>
      fresh.require(
        { headers: { ...script, 'x-area-token': value }, method: 'GET', cookies: { 'portal.page.8080': page } } as never,
        { header: () => undefined } as never,
        'trips',
      );
    expect(call(old)).toThrow(/Reload/);
    expect(call(fresh.issue(page)['mf-trips'])).not.toThrow();
  });

  it('is not asked for where the caller is no page: cookie, CSRF token and bearer are enough there', async () => {
    const browser = await new Browser().signIn('trip-agent');
    expect(await browser.status('/api/licences/v1/x')).toBe('200');
    expect(
      await browser.status('/api/licences/v1/x', { 'content-type': 'application/json', 'x-csrf-token': browser.csrfToken }, { method: 'POST', body: '{}' }),
    ).toBe('200');
    expect(await new Browser().status('/api/licences/v1/x', { authorization: 'Bearer x' })).toBe('200');
  });

  it('cannot read what a window or a picture shows of another area', async () => {
    const browser = await new Browser().signIn('licence-approver');
    const opened = await browser.open('/api/trips/v1/x', navigation);
    expect([opened.status, opened.headers['content-security-policy']]).toEqual([200, expect.stringMatching(/; sandbox$/)]);
    const print = await browser.open('/api/trips/v1/x/print-form', navigation);
    expect([print.status, print.headers['content-security-policy']]).toEqual([200, expect.not.stringMatching(/sandbox/)]);
    expect(await browser.status('/api/trips/v1/x/qr', { ...script, 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' })).toBe('200');
    expect(
      await browser.status(
        '/api/trips/v1/x',
        { ...navigation, 'content-type': 'application/json', 'x-csrf-token': browser.csrfToken },
        { method: 'POST', body: '{}' },
      ),
    ).toBe('403 missing');
  });

  it('asks in the language that was chosen, for what a browser loads by itself', async () => {
    const browser = await new Browser().page();
    browser.cookies.set('portal.language', 'pt');
    const asked = async (headers: Record<string, string>): Promise<string | undefined> => {
      await browser.open('/api/reference/v1/x', { 'accept-language': 'en-GB', ...headers });
      return reached.at(-1)?.headers['accept-language'];
    };
    expect(await asked(navigation)).toBe('pt');
    expect(await asked({ ...script, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' })).toBe('pt');
    expect(await asked(script)).toBe('en-GB');
    expect(await asked({})).toBe('en-GB');
    browser.cookies.set('portal.language', 'xx');
    expect(await asked(navigation)).toBe('en-GB');
    browser.cookies.set('portal.language', 'pt');
    expect((await browser.open('/', { ...navigation, 'accept-language': 'en' })).text).toContain('<html lang="pt">');
  });
});
