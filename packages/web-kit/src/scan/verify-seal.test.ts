import { generateKeyPairSync, sign } from 'node:crypto';
import { makeSeal, personText, sealKeyId } from '@portal/contract-kit/seal';
import { calculateJwkThumbprint, type JWK } from 'jose';
import { isOfPerson } from './verify-seal.ts';
import { tokenIn, verifyToken } from './verify-token.ts';

const memory = new Map<string, string>();
let url = 0;
const salt = Uint8Array.of(9, 8, 7, 6);

async function aKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const jwk = publicKey.export({ format: 'jwk' }) as JWK;
  return { privateKey, jwk: { ...jwk, kid: 'k1' }, id: sealKeyId(await calculateJwkThumbprint(jwk)) };
}
type Key = Awaited<ReturnType<typeof aKey>>;
async function sealBy({ privateKey, id }: Key): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', personText(salt, 'CX998877', '1985-11-02') as BufferSource));
  const person = Uint8Array.from([...salt, ...digest.subarray(0, 4)]);
  const facts = { kind: 'arrival-declaration', reference: 'ARR-2026-0000017', lane: 'RED', day: '2026-11-23', issuedAt: 1_795_000_000, person } as const;
  return makeSeal(facts, id, (bytes) => sign(null, bytes, privateKey));
}
const answering = (...keys: Key[]) => {
  const answer = jest.fn(async () => new Response(JSON.stringify({ keys: keys.map(({ jwk }) => jwk) })));
  globalThis.fetch = answer as unknown as typeof fetch;
  return answer;
};

beforeAll(() => {
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: { getItem: (key: string) => memory.get(key) ?? null, setItem: (key: string, value: string) => memory.set(key, value) },
  });
});
afterEach(() => jest.restoreAllMocks());

describe('a seal on a device', () => {
  it('is genuine when a published key signed it, then without a connection too', async () => {
    const key = await aKey();
    const keysUrl = `/seals/${++url}`;
    answering(key);
    const check = await verifyToken(await sealBy(key), { keysUrl });
    expect(check).toMatchObject({ genuine: true, kind: 'arrival-declaration', reference: 'ARR-2026-0000017', lane: 'RED', day: '2026-11-23' });
    globalThis.fetch = jest.fn(async () => Promise.reject(new TypeError('offline'))) as unknown as typeof fetch;
    expect(await verifyToken(await sealBy(key), { keysUrl })).toMatchObject({ genuine: true });
    expect(check.person && [await isOfPerson(check.person, 'cx-998877', '1985-11-02'), await isOfPerson(check.person, 'CX998878', '1985-11-02')]).toEqual([
      true,
      false,
    ]);
  });

  it('is not genuine with another key, and cannot be checked before keys came', async () => {
    const [key, other] = [await aKey(), await aKey()];
    answering(other);
    expect(await verifyToken(await sealBy(key), { keysUrl: `/seals/${++url}` })).toEqual({ genuine: false, reason: 'signature' });
    // A key with the same short id that did not sign the seal.
    answering({ ...other, jwk: other.jwk });
    expect(await verifyToken(await sealBy({ ...key, id: other.id }), { keysUrl: `/seals/${++url}` })).toEqual({ genuine: false, reason: 'signature' });
    globalThis.fetch = jest.fn(async () => Promise.reject(new TypeError('offline'))) as unknown as typeof fetch;
    expect(await verifyToken(await sealBy(key), { keysUrl: `/seals/${++url}` })).toEqual({ genuine: false, reason: 'keys' });
  });

  it('is checked by a library where the browser has no Ed25519', async () => {
    const key = await aKey();
    answering(key);
    jest.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('Unrecognized name', 'NotSupportedError'));
    const keysUrl = `/seals/${++url}`;
    const seal = await sealBy(key);
    expect(await verifyToken(seal, { keysUrl })).toMatchObject({ genuine: true });
    const changed = `${seal.slice(0, -1)}${seal.endsWith('A') ? 'B' : 'A'}`;
    expect((await verifyToken(changed, { keysUrl })).genuine).toBe(false);
  });
});

it('finds the seal in a link, also as the keyboard of a scanner types it', async () => {
  const seal = await sealBy(await aKey());
  for (const text of [
    seal,
    `https://portal.example/v/${seal}`,
    `HTTPS://PORTAL.EXAMPLE/V/${seal}`,
    `httpsÇ--portal.example-v-${seal.toLowerCase()}`,
    ` ${seal}\n`,
  ])
    expect(tokenIn(text)).toBe(seal);
  expect(tokenIn(`https://portal.example/other/${seal}`)).toBe(undefined);
});
