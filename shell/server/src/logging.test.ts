import { randomBytes } from 'node:crypto';
import { maskPath, networkOf, refusalFacts } from './logging.ts';

describe('a path in a log line', () => {
  it.each([
    ['/other/departure/declaration/view/0192f7a0-1111-7abc-8def-0123456789ab?x=1', '/other/departure/declaration/view/:id'],
    ['/api/declarations/v1/departure/declaration/0192f7a0-1111-7abc-8def-0123456789ab/2/version', '/api/declarations/v1/departure/declaration/:id/2/version'],
    ['/api/declarations/v1/traveller/declaration/find?q=%7B%22passport%22', '/api/declarations/v1/traveller/declaration/find'],
    ['/v/eyJhbGciOiJFZERTQSJ9.eyJrIjoi.c2ln', '/v/:token'],
    ['/api/licences/v1/verify/eyJhbGciOiJFZERTQSJ9.eyJrIjoidHJpcHRpYy10cmlwIn0.c2lnbmF0dXJl', '/api/licences/v1/verify/:id'],
    ['/api/x/%30192f7a0-1111-7abc', '/api/x/:id'],
    ['/api/trips/v1/triptic/trip/AB-1234/details', '/api/trips/v1/triptic/trip/:id/details'],
    ['/api/trips/v1/triptic/trip/ABCD/details', '/api/trips/v1/triptic/trip/:id/details'],
    ['/api/reference/v1/payment/receipt/TRP/2026/E/1234567/searchDocumentToPay', '/api/reference/v1/payment/receipt/TRP/2026/E/:id/searchDocumentToPay'],
    [`/eservice/traveller/declaration/qr/k.k1.${'Ab3_'.repeat(60)}`, '/eservice/traveller/declaration/qr/:id'],
    [`/eservice/traveller/declaration/qr/c.main-2.${'abcd'.repeat(15)}?mode=view`, '/eservice/traveller/declaration/qr/:id'],
    ['/api/licences/v1/professional/k.main.abcd/document', '/api/licences/v1/professional/:id/document'],
    ['/eservice/traveller/declaration/search', '/eservice/traveller/declaration/search'],
    ['/assets/main.0a1b2c3d.js', '/assets/main.0a1b2c3d.js'],
  ])('%s is %s', (path, masked) => {
    expect(maskPath(path)).toBe(masked);
  });
});

describe('the line about a call that was refused', () => {
  const key = randomBytes(32);
  const facts = (ip: string, status: number, sub?: string) =>
    refusalFacts({ ip, portalSession: sub ? { user: { sub } } : null } as never, status, key) as Record<string, unknown>;

  it.each([401, 403, 429])('says at %d who asked and from which network, and holds no address', (status) => {
    expect(facts('192.0.2.77', status, 'border-officer')).toEqual({
      event: 'refused',
      user: 'border-officer',
      caller: expect.stringMatching(/^[\w-]{16}$/),
      network: '192.0.2.0/24',
    });
    expect(facts('192.0.2.77', status)).toMatchObject({ user: null });
  });

  it('names the same caller the same, and another otherwise', () => {
    expect(facts('192.0.2.77', 401).caller).toBe(facts('192.0.2.77', 429).caller);
    expect(facts('192.0.2.77', 401).caller).not.toBe(facts('192.0.2.78', 401).caller);
  });

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['::ffff:192.0.2.1', '192.0.2.0/24'],
    ['::1', '0:0:0::/48'],
  ])('takes %s as of %s', (ip, network) => expect(networkOf(ip)).toBe(network));

  it('is an ordinary one for every other answer', () => {
    for (const status of [200, 404, 409, 422, 503]) expect(facts('192.0.2.77', status)).toEqual({});
  });
});
