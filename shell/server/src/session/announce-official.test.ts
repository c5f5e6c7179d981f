import type { RequestListener } from 'node:http';
import { announcement, type GatewayUnderTest, openGateway, TestBrowser } from '../testing/gateway-under-test.ts';

/** All five services are the same server in this test: those of three areas, and two others. */
describe('an official who signs in', () => {
  let gateway: GatewayUnderTest;
  const calls: { path: string; authorization: string }[] = [];
  let answers = true;
  beforeAll(async () => {
    const service: RequestListener = (request, response) => {
      calls.push({ path: String(request.url), authorization: String(request.headers.authorization) });
      if (answers) response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      else response.destroy();
    };
    gateway = await openGateway(service, '<html></html>', {}, undefined, service);
  });
  afterAll(() => gateway?.close());
  beforeEach(() => void calls.splice(0));

  const introductions = () => calls.filter(({ path }) => path === announcement);
  /** Reads the subject from the claims of a token. */
  const subjectOf = (authorization = ''): string => JSON.parse(Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString()).sub;

  it('is introduced to the services of the areas', async () => {
    await new TestBrowser(gateway.origin).signIn('border-officer');
    while (introductions().length < 3) await new Promise((done) => setTimeout(done, 20));
    expect(introductions().map(({ authorization }) => subjectOf(authorization))).toEqual(['border-officer', 'border-officer', 'border-officer']);
  });

  it('is signed in also while no service answers', async () => {
    answers = false;
    const browser = await new TestBrowser(gateway.origin).signIn('border-supervisor');
    expect(JSON.parse((await browser.open('/auth/session')).text).user.sub).toBe('border-supervisor');
    answers = true;
  });

  it('is an official: an applicant is not introduced', async () => {
    await new TestBrowser(gateway.origin).signIn('applicant');
    await new Promise((done) => setTimeout(done, 200));
    // Late calls of the previous official may still arrive, so only the applicant's calls are counted.
    expect(introductions().filter(({ authorization }) => subjectOf(authorization) === 'applicant')).toEqual([]);
  });
});
