import { CompactSign, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { tokenIn, verifyToken } from './verify-token.ts';

const NOW = Date.UTC(2026, 5, 1);
const seconds = (days: number) => NOW / 1000 + days * 86_400;
const memory = new Map<string, string>();
let pair: { secret: JWK; open: JWK };
let url = 0;

beforeAll(async () => {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  pair = { secret: await exportJWK(privateKey), open: { ...(await exportJWK(publicKey)), kid: 'k1' } };
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: { getItem: (key: string) => memory.get(key) ?? null, setItem: (key: string, value: string) => memory.set(key, value) },
  });
});

const answering = (keys: JWK[]) => {
  const answer = jest.fn(async () => new Response(JSON.stringify({ keys })));
  globalThis.fetch = answer as unknown as typeof fetch;
  return answer;
};
const unreachable = () => {
  globalThis.fetch = jest.fn(async () => Promise.reject(new TypeError('offline'))) as unknown as typeof fetch;
};
const sign = async (claims: object, kid = 'k1') =>
  new CompactSign(new TextEncoder().encode(JSON.stringify(claims))).setProtectedHeader({ alg: 'EdDSA', kid }).sign(await importJWK(pair.secret, 'EdDSA'));
const statement = (more: object = {}) => ({ k: 'triptic-trip', r: 'TRP-2026-0000001', iat: seconds(-1), ...more });
/** Uses a different address each time, so that no test sees the keys of an earlier one. */
const options = () => ({ keysUrl: `/keys/${++url}`, now: NOW });

describe('a scanned code', () => {
  it('is genuine when the published key signed it', async () => {
    answering([pair.open]);
    expect(await verifyToken(await sign(statement({ exp: seconds(1) })), options())).toEqual({
      genuine: true,
      kind: 'triptic-trip',
      reference: 'TRP-2026-0000001',
      issuedAt: '2026-05-31T00:00:00.000Z',
      notBefore: undefined,
      expires: '2026-06-02T00:00:00.000Z',
    });
  });

  it('is checked without a connection once the keys came', async () => {
    const where = options();
    const token = await sign(statement());
    const answer = answering([pair.open]);
    await verifyToken(token, where);
    await verifyToken(token, where);
    expect(answer).toHaveBeenCalledTimes(1);
    unreachable();
    expect(await verifyToken(token, where)).toMatchObject({ genuine: true });
    // Even days later the stored keys are used: old keys are better than none.
    const at = memory.get(`portal:keys:${where.keysUrl}`) as string;
    memory.set(`portal:keys:${where.keysUrl}`, JSON.stringify({ ...JSON.parse(at), at: 0 }));
    expect(await verifyToken(token, where)).toMatchObject({ genuine: true });
  });

  it('cannot be checked before the keys came, and says nothing of itself', async () => {
    unreachable();
    expect(await verifyToken(await sign(statement()), options())).toEqual({ genuine: false, reason: 'keys' });
  });

  it('asks for the keys anew when it names one that the device lacks', async () => {
    const where = options();
    answering([]);
    expect(await verifyToken(await sign(statement()), where)).toEqual({ genuine: false, reason: 'signature' });
    answering([pair.open]);
    expect(await verifyToken(await sign(statement()), where)).toMatchObject({ genuine: true });
  });

  it.each([
    ['expired', { exp: seconds(-1) }],
    ['not-yet', { nbf: seconds(1) }],
  ])('tells that it is %s', async (reason, times) => {
    answering([pair.open]);
    expect(await verifyToken(await sign(statement(times)), options())).toMatchObject({ genuine: false, reason, reference: 'TRP-2026-0000001' });
  });

  it('is refused when a letter of it was changed or another key signed it', async () => {
    answering([pair.open]);
    const [head, , signature] = (await sign(statement())).split('.');
    const forged = `${head}.${btoa(JSON.stringify(statement({ r: 'TRP-2026-9999999' }))).replaceAll('=', '')}.${signature}`;
    expect(await verifyToken(forged, options())).toEqual({ genuine: false, reason: 'signature' });
    answering([{ ...pair.open, x: (await exportJWK((await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })).publicKey)).x }]);
    expect(await verifyToken(await sign(statement()), options())).toEqual({ genuine: false, reason: 'signature' });
  });

  it('is unreadable when it is something else', async () => {
    answering([pair.open]);
    for (const text of ['', 'a.b.c', 'https://example.org', `${btoa('{"alg":"none","kid":"k1"}')}.e30.`]) {
      expect(await verifyToken(text, options())).toEqual({ genuine: false, reason: 'unreadable' });
    }
    expect(await verifyToken(await sign({ hello: 1 }), options())).toEqual({ genuine: false, reason: 'unreadable' });
  });

  it('says so where the browser has no Ed25519', async () => {
    answering([pair.open]);
    const token = await sign(statement());
    const importKey = jest.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('Unrecognized name', 'NotSupportedError'));
    expect(await verifyToken(token, options())).toEqual({ genuine: false, reason: 'keys', unsupported: true });
    importKey.mockRestore();
  });
});

it('finds the statement in a link or alone', () => {
  expect(tokenIn('https://portal.example/v/aa.bb.cc')).toBe('aa.bb.cc');
  expect(tokenIn(' aa.bb.cc ')).toBe('aa.bb.cc');
  expect(tokenIn('ARR-2026-0000017')).toBeUndefined();
  expect(tokenIn('https://portal.example/other')).toBeUndefined();
});
