import { createHash, randomBytes } from 'node:crypto';
import { openRedis } from '@portal/service-kit/redis';
import { type GatewayUnderTest, openGateway, script, TestBrowser } from './testing/gateway-under-test.ts';

const page = '<!doctype html><html lang="en"><head><!--PRELOAD--></head><body><div id="shell"></div><!--REGISTRY--></body></html>';
const arrivals = '/api/declarations/v1/traveller/declaration/find';
const departures = '/api/declarations/v1/departure/declaration/find';
const licences = '/api/licences/v1/professional/find';
const redisUrl = process.env.TEST_REDIS_URL;

const criterion = (fieldName: string, value: string, operation = 'EQ') => ({ expressionType: 'SearchCriterion', operation, fieldName, values: [value] });
const passport = (number: string, birthDate = '1990-05-17') => ({ criteria: [criterion('birthDate', birthDate), criterion('travellerCode', number)] });
const asQuery = (query: object): string => `q=${encodeURIComponent(JSON.stringify(query))}`;

const stores: [string, string | undefined][] = [['this process', undefined], ...(redisUrl ? [['Redis, for two gateways', redisUrl] as [string, string]] : [])];
describe.each(stores)('searches for one person, counted in %s', (_store, redis) => {
  const prefix = `${process.env.TEST_PREFIX ?? 'portal_t'}${randomBytes(4).toString('hex')}`;
  const gateways: GatewayUnderTest[] = [];
  const received: string[] = [];
  let calls = 0;

  beforeAll(async () => {
    for (let i = 0; i < (redis ? 2 : 1); i++)
      gateways.push(
        await openGateway(
          async (request, response) => {
            let body = '';
            for await (const chunk of request) body += chunk;
            received.push(body);
            response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
          },
          page,
          { RATE_LIMIT_TARGET: '2', TRUSTED_PROXIES: 'loopback', ...(redis ? { REDIS_URL: redis, SESSION_PREFIX: prefix } : {}) },
        ),
      );
  });
  afterAll(() => Promise.all(gateways.map((gateway) => gateway.close())));

  /** Makes a call. Each call comes from another address, and goes to the next gateway. */
  const call = (address: string, init?: { method: string; body: string }) => {
    const { origin } = gateways[++calls % gateways.length];
    return new TestBrowser(origin).open(address, { 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${calls}` }, init);
  };
  const post = (address: string, query: object) => call(address, { method: 'POST', body: JSON.stringify(query) });
  const get = (address: string, query: string) => call(`${address}?${query}`);
  const statusesOf = async (searches: (() => ReturnType<typeof call>)[]): Promise<number[]> => {
    const statuses: number[] = [];
    for (const search of searches) statuses.push((await search()).status);
    return statuses;
  };

  it('are limited for all callers together, whatever else they try', async () => {
    const days = ['1990-01-01', '1990-01-02', '1990-01-03', '1990-01-04'];
    expect(await statusesOf(days.map((day) => () => post(arrivals, passport('P100001', day))))).toEqual([200, 200, 429, 429]);
    const refused = await post(arrivals, passport('P100001'));
    expect(JSON.parse(refused.text)).toMatchObject({ status: 429, errors: [{ code: 'TOO_MANY_REQUESTS' }] });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await post(arrivals, passport('P100002'))).status).toBe(200);
  });

  it('count together however the number is written, in every finder, by POST and by GET', async () => {
    const half = JSON.stringify(passport('P200001')).split(',{');
    const searches = [
      () => post(arrivals, passport('P-200 001')),
      () => get(departures, asQuery(passport('p200001'))),
      () => post(licences, { criteria: [criterion('holderCode', ' P.200/001 ')] }),
      () =>
        post(arrivals, { criteria: [criterion('travellerCode', 'P200002', 'ANY'), criterion('travellerCode', ' '), ...passport('Ｐ２００００１').criteria] }),
      () => get(arrivals, half.map((part, i) => `q=${encodeURIComponent(i ? `{${part}` : part)}`).join('&')),
      () => get(`${arrivals}/`, asQuery(passport('P200001')).replace('q=', '%71=')),
    ];
    expect(await statusesOf(searches)).toEqual([200, 200, 429, 429, 429, 429]);
  });

  it('are not limited for officials, and for other accounts as for everybody', async () => {
    const searchesOf = async (user: string): Promise<number[]> => {
      const browser = await new TestBrowser(gateways[0]?.origin as string).signIn(user);
      const headers = {
        ...script,
        'content-type': 'application/json',
        'x-csrf-token': browser.csrfToken,
        'x-area-token': String(browser.tokens['mf-declarations']),
      };
      const search = () => browser.open(arrivals, headers, { method: 'POST', body: JSON.stringify(passport('P300001')) });
      return statusesOf([search, search, search]);
    };
    expect(await searchesOf('applicant')).toEqual([200, 200, 429]);
    expect(await searchesOf('border-officer')).toEqual([200, 200, 200]);
  });

  it('reach the service as they were sent where they name nobody', async () => {
    const bodies = [
      '',
      '{"criteria":[',
      '[]',
      '"P400001"',
      '{"criteria":{}}',
      '{"criteria":[null]}',
      '{"criteria":[{"fieldName":"travellerCode","operation":"EQ"}]}',
    ];
    for (const body of bodies) {
      received.length = 0;
      const search = () => call(arrivals, { method: 'POST', body });
      expect([body, await statusesOf([search, search, search]), received]).toEqual([body, [200, 200, 200], [body, body, body]]);
    }
  });

  if (redis)
    it('are counted under a digest that nobody can make from the number', async () => {
      await post(arrivals, passport('P500001'));
      const client = openRedis(redis, {});
      const keys = (await client.keys(`${prefix}:rate:*`)).join();
      client.disconnect();
      expect(keys).toContain('target:');
      for (const text of ['P500001', ...['P500001', 'person P500001'].map((each) => createHash('sha256').update(each).digest('base64url'))])
        expect(keys).not.toContain(text);
    });
});
