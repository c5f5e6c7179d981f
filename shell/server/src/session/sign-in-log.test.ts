import { type GatewayUnderTest, navigation, openGateway, script, TestBrowser } from '../testing/gateway-under-test.ts';

describe('the log of sign-ins', () => {
  let gateway: GatewayUnderTest;
  const lines: Record<string, unknown>[] = [];
  beforeAll(async () => {
    gateway = await openGateway(
      (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
      '<html></html>',
      { LOG_LEVEL: 'info' },
      { write: (line) => void lines.push(JSON.parse(line)) },
    );
  });
  afterAll(() => gateway?.close());
  beforeEach(() => void lines.splice(0));

  const told = (event: string) => lines.filter((line) => line.event === event);
  const where = { caller: expect.stringMatching(/^[\w-]{16}$/), network: '127.0.0.0/24', requestId: expect.any(String), time: expect.any(Number) };

  it('tells who signed in and out, when and from where, and holds no address', async () => {
    const browser = await new TestBrowser(gateway.origin).signIn('border-officer');
    expect(told('sign-in')).toMatchObject([{ outcome: 'signed-in', user: 'border-officer', ...where }]);
    await browser.open('/auth/logout', { ...script, 'x-csrf-token': browser.csrfToken }, { method: 'POST' });
    // The first entry is the user's own sign-out. The provider is told of it and reports it for every session of that sign-in, so more entries may follow.
    expect(told('sign-out')[0]).toMatchObject({ outcome: 'here', user: 'border-officer', ...where });
    expect(JSON.stringify(lines)).not.toContain('127.0.0.1');
  });

  it('tells of a sign-in that fails', async () => {
    await new TestBrowser(gateway.origin).open('/auth/callback?state=guessed&code=1', navigation);
    expect(told('sign-in')).toMatchObject([{ outcome: 'expired', user: null, ...where }]);
  });
});

describe('a link of another site to the sign-in', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await openGateway((_request, response) => response.writeHead(200).end('{}'), '<html></html>');
  });
  afterAll(() => gateway?.close());

  it('signs nobody in by itself: it leads to the page with the button', async () => {
    const from = (site: string) => new TestBrowser(gateway.origin).open('/auth/login?returnTo=/staff', { ...navigation, 'sec-fetch-site': site });
    expect((await from('cross-site')).headers.location).toBe('/sign-in?returnTo=%2Fstaff');
    for (const site of ['same-origin', 'none']) expect((await from(site)).headers.location).toMatch(/^http.*\/identity\/auth/);
  });
});
