import { referenceIn, tokenIn } from './scan.api.ts';

jest.mock('@portal/web-kit', () => ({}));
jest.mock('@portal/web-kit/scan', () => ({}));

describe('what was scanned or typed', () => {
  it.each([
    ['https://portal.example/v/aaa.bbb-1.c_c', 'aaa.bbb-1.c_c'],
    [' aaa.bbb.ccc ', 'aaa.bbb.ccc'],
    ['http://localhost:8080/v/aaa.bbb.ccc/', 'aaa.bbb.ccc'],
    ['https://elsewhere.example/other', undefined],
    ['ARR-2026-0000001', undefined],
  ])('%s holds the token %s', (text, token) => expect(tokenIn(text)).toBe(token));

  it.each([
    ['ARR-2026-0000017', 'ARR-2026-0000017'],
    ['arr 2026 17', 'ARR-2026-0000017'],
    ['dep-2026-3', 'DEP-2026-0000003'],
    ['TRP-2026-0000003', undefined],
    ['', undefined],
  ])('%s is the reference %s', (text, reference) => expect(referenceIn(text)).toBe(reference));
});
