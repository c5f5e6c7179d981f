import { safeReturnTo } from './return-to.ts';

const portal = 'https://portal.test';

describe('where a sign-in leads', () => {
  it.each(['/staff', '/other/departure/declaration?page=2&size=25', '/v/a.b.c#top', '/triptic?q=a%20b%5C'])('is the path that was asked for: %s', (path) => {
    expect(safeReturnTo(path, portal)).toBe(path);
  });

  it.each([
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/\t/evil.test',
    'javascript:alert(1)',
    'staff',
    '',
    undefined,
    ['/staff'],
    `/${'a'.repeat(3000)}`,
    '/auth/logout',
    '/api/media/v1/x',
    '/identity/session/end',
    '/.//evil.test',
    '/a/..//evil.test',
    '/%2e//evil.test',
    '/a/%2E%2e//evil.test',
    '/./\\evil.test',
    '/%2f%2fevil.test',
    '/%252f/evil.test',
    '/a/%5c%5cevil.test',
    '/%09//evil.test',
    '/\u0000/evil.test',
    '/%61uth/login',
    '/x/../api/media/v1/x',
    '/%',
  ])('is the home page for %p', (wanted) => {
    expect(safeReturnTo(wanted, portal)).toBe('/');
  });

  /** Generates pseudo-random texts, with the same sequence in every run. */
  function* texts(seed: number, count: number): Generator<string> {
    const parts = [
      '/',
      '//',
      '\\',
      '.',
      '..',
      '%2e',
      '%2E%2e',
      '%2f',
      '%5c',
      '%09',
      '%00',
      '%',
      '\t',
      '\n',
      ' ',
      '@',
      ':',
      '?',
      '#',
      'evil.test',
      'staff',
      'auth',
      'api',
      'a',
      'é',
      '%25',
    ];
    let state = seed;
    const next = (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    for (let n = 0; n < count; n++) yield `/${Array.from({ length: next(8) }, () => parts[next(parts.length)]).join('')}`;
  }

  it('never is another host, nor what is no screen, whatever address is made of slashes, dots, escapes and blanks', () => {
    let taken = 0;
    for (const wanted of texts(20_261_122, 10_000)) {
      const location = safeReturnTo(wanted, portal);
      taken += location === '/' ? 0 : 1;
      for (const read of [location, decodeURI(location.split(/[?#]/)[0])]) {
        const { origin, pathname } = new URL(read, portal);
        expect([wanted, origin, read.startsWith('//'), /^\/(auth|api)(\/|$)/.test(pathname)]).toEqual([wanted, portal, false, false]);
      }
      // A second application must not change the result, so that no later step interprets it differently.
      expect(safeReturnTo(location, portal)).toBe(location);
    }
    expect(taken).toBeGreaterThan(200);
  });
});
