import { safeReturnTo } from './return-to.ts';

const portal = 'https://portal.test';

describe('where a sign-in leads', () => {
  it.each(['/staff', '/other/departure/declaration?page=2&size=25', '/v/a.b.c#top'])('is the path that was asked for: %s', (path) => {
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
  ])('is the home page for %p', (wanted) => {
    expect(safeReturnTo(wanted, portal)).toBe('/');
  });
});
