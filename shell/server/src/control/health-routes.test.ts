import type { RequestListener } from 'node:http';
import { type GatewayUnderTest, openGateway, script, TestBrowser } from '../testing/gateway-under-test.ts';

const service: RequestListener = (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}');

describe('GET /operations/health', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await openGateway(service, '<html lang="en"><head></head><body><!--REGISTRY--></body></html>', {
      OIDC_SCOPE: 'openid profile email phone portal',
    });
  });
  afterAll(() => gateway.close());

  const ask = async (user?: string) => {
    const browser = new TestBrowser(gateway.origin);
    if (user) await browser.signIn(user);
    const answer = await browser.open('/operations/health', { ...script, 'x-area-token': browser.tokens.shell ?? '' });
    return { status: answer.status, body: JSON.parse(answer.text) };
  };

  it('is for operators alone', async () => {
    expect((await ask()).status).toBe(401);
    expect((await ask('border-supervisor')).status).toBe(403);
  });

  it('tells what the gateway depends on, the services behind it, the certificates, and the figures', async () => {
    const { status, body } = await ask('admin');
    expect(status).toBe(200);
    expect(body.parts).toEqual([
      { part: 'sessions', state: 'up', detail: 'embedded', milliseconds: expect.any(Number) },
      { part: 'sign-in', state: 'up', detail: 'openid', milliseconds: expect.any(Number) },
      { part: 'remotes', state: 'up', detail: 'folder', milliseconds: expect.any(Number) },
    ]);
    expect(body.services).toEqual(['reference', 'declarations', 'licences', 'trips', 'media']);
    // Without TLS there are no certificates to report.
    expect(body.certificates).toEqual([]);
    expect(body.figures).toMatchObject({ calls: expect.any(Number), alone: 'no-redis', gateways: [{ instance: expect.any(String) }] });
    expect(JSON.stringify(body)).not.toContain(gateway.folder);
  });
});
