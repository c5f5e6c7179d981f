import type { Registry } from '../area.ts';
import { toneOf } from './finding.ts';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const seconds = (days: number) => Math.floor(Date.now() / 1000) + days * 86_400;
const token = (claims: object) => `${encode({ alg: 'EdDSA' })}.${encode({ k: 'triptic-trip', r: 'TVE-2026-0000001', iat: seconds(-30), ...claims })}.signature`;
const registry = { generation: 1, areas: [{ name: 'mf-trips', api: '/api/trips', verification: ['triptic-trip'] }] } as unknown as Registry;

/** Checks a code, with a given answer of the service. */
async function check(claims: object, answer: object) {
  Object.assign(globalThis, {
    location: { href: 'http://localhost/', origin: 'http://localhost' },
    document: { getElementById: () => null },
    fetch: async () => new Response(JSON.stringify({ genuine: true, ...answer })),
  });
  jest.resetModules();
  return (require('./verify-token.ts') as typeof import('./verify-token.ts')).check(token(claims), registry);
}

const original = globalThis.fetch;
afterAll(() => {
  globalThis.fetch = original;
});

describe('the verification page', () => {
  it('shows one standing, that of the service, also before the code’s first day', async () => {
    const finding = await check({ nbf: seconds(3), exp: seconds(30) }, { standing: { code: 'Y', label: 'Trip is Valid' } });
    expect(finding).toMatchObject({ verdict: 'genuine', standing: { code: 'Y', label: 'Trip is Valid' } });
  });

  it('shows the days of the register, not those of the code', async () => {
    const finding = await check({ nbf: seconds(-3), exp: seconds(30) }, { validFrom: '2026-05-10', validUntil: null });
    expect([finding.validFrom, finding.validUntil]).toEqual(['2026-05-10', null]);
  });

  it('warns about a document that is not in force or no longer in the register', () => {
    const tone = (code?: string) => toneOf({ verdict: 'genuine', standing: code ? { code, label: 'x' } : undefined });
    expect(['VALID', 'Y', undefined].map(tone)).toEqual(['green', 'green', 'green']);
    expect(['NOT_IN_REGISTER', 'EXPIRED', 'SUSPENDED'].map(tone)).toEqual(['amber', 'amber', 'amber']);
    expect(toneOf({ verdict: 'notGenuine' })).toBe('red');
  });

  it('says of an expired code that it has expired, and opens nothing with it', async () => {
    const shown = { standing: { code: 'Y', label: 'Trip is Valid' }, holder: { name: 'ANA' }, publicScreen: '/eservice/triptic/validity/x' };
    for (const [claims, answer] of [
      [{ exp: seconds(-1) }, shown],
      [{ exp: seconds(1) }, { ...shown, expired: true }],
    ] as const) {
      const finding = await check(claims, answer);
      expect(finding).toMatchObject({ verdict: 'expired', genuine: true, reference: 'TVE-2026-0000001' });
      expect([finding.standing, finding.holder, finding.publicScreen]).toEqual([undefined, undefined, undefined]);
    }
  });

  it('names the holder that the service names', async () => {
    expect((await check({}, { holder: { name: 'ANA SILVA', photo: 'data:image/jpeg;base64,AA==' } })).holder).toEqual({
      name: 'ANA SILVA',
      photo: 'data:image/jpeg;base64,AA==',
    });
  });
});
