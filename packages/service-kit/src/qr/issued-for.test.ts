import { wasIssuedFor } from './issued-for.ts';

const registeredAt = 1_794_000_000;
const present = { k: 'arrival-declaration', r: 'ARR-2026-0000017', iat: registeredAt };
const person = { day: '2026-11-23', person: new Uint8Array(12) };

describe('the code that was issued for a document', () => {
  it.each([
    ['a token that states when the reference was given', { iat: registeredAt }, true],
    ['a token with an earlier time', { iat: registeredAt - 1 }, false],
    ['a token with a later time', { iat: registeredAt + 1 }, false],
    ['a seal from the registration', { iat: registeredAt, sealed: person }, true],
    ['a seal from a later change', { iat: registeredAt + 86_400, sealed: person }, true],
    ['a seal of an instance whose clock is a minute behind', { iat: registeredAt - 60, sealed: person }, true],
    ['a seal from before', { iat: registeredAt - 61, sealed: person }, false],
  ])('%s: %j %s', (_what, code, isIssuedForIt) => {
    expect(wasIssuedFor({ ...present, ...code }, present)).toBe(isIssuedForIt);
  });
});
