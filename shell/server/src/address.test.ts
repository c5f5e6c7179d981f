import { plainAddress } from './address.ts';

it.each([
  ['/api/trips/v1/find?q=%7B%61', '/api/trips/v1/find?q=%7B%61'],
  ['/%61pi/%74rips/v1/%66in%64?a=1?b', '/api/trips/v1/find?a=1?b'],
  ['/api/trips/v1/find#?q=1', '/api/trips/v1/find'],
  ['/api/trips/v1/find?q=1#top', '/api/trips/v1/find?q=1'],
  ['http://elsewhere/auth/login?x', '/auth/login?x'],
  ['HTTPS://elsewhere', '/'],
  ['https://elsewhere?x', '/?x'],
  ['/a%2Fb%3Fc%23d%25%2e%5F%7e%2D%30%5A%7A', '/a%2Fb%3Fc%23d%25._~-0Zz'],
  ['/%40%5B%60%7B%7F%C3%A9', '/%40%5B%60%7B%7F%C3%A9'],
  ['/%', '/%'],
  ['*', '*'],
])('%s is %s', (written, plain) => expect(plainAddress(written)).toBe(plain));

it('every letter that needs no escape is found, and no other one', () => {
  for (let code = 0; code < 128; code++) {
    const escaped = `%${code.toString(16).padStart(2, '0')}`;
    const letter = String.fromCharCode(code);
    expect(plainAddress(`/${escaped}`)).toBe(`/${/[A-Za-z0-9._~-]/.test(letter) ? letter : escaped}`);
  }
});
