import { createHmac, createPrivateKey, generateKeyPairSync, type JsonWebKey, type KeyObject, randomUUID, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Caller, type Plain } from './caller.ts';
import { departures } from './documents.ts';
import type { Portal } from './portal-under-test.ts';

const seconds = (): number => Math.floor(Date.now() / 1000);
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function jwt(header: Plain, claims: Plain, seal: (text: string) => Buffer): string {
  const text = `${part(header)}.${part(claims)}`;
  return `${text}.${seal(text).toString('base64url')}`;
}
const ecdsa =
  (key: KeyObject) =>
  (text: string): Buffer =>
    sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });

export function tokens(portal: Portal): void {
  describe('tokens and cookies', () => {
    /** The signing key of the identity provider. A forged token that is signed with it is wrong only in the claim under test. */
    let own: { key: KeyObject; kid: string; public: JsonWebKey };
    let issuer: string;
    beforeAll(() => {
      const { jwks } = JSON.parse(readFileSync(join(portal().dataDir, 'identity', 'secrets.json'), 'utf8')) as {
        jwks: { keys: (JsonWebKey & { kid: string })[] };
      };
      const [jwk] = jwks.keys as [JsonWebKey & { kid: string }];
      const { d: _d, ...open } = jwk;
      own = { key: createPrivateKey({ key: jwk, format: 'jwk' }), kid: jwk.kid, public: open };
      issuer = `${portal().url}/identity`;
    });

    const head = (): Plain => ({ alg: 'ES256', kid: own.kid, typ: 'at+jwt' });
    const officer = (changes: Plain = {}): Plain => ({
      iss: issuer,
      aud: 'portal',
      sub: 'border-supervisor',
      iat: seconds(),
      exp: seconds() + 300,
      jti: randomUUID(),
      roles: ['departure-declaration-read', 'departure-declaration-search'],
      ...changes,
    });
    const search = (token: string) => portal().public.get(`${departures}/search`, { authorization: `Bearer ${token}` });

    it('a token of the provider gives the rights of its roles', async () => {
      expect((await search(jwt(head(), officer(), ecdsa(own.key)))).said).toEqual(['200']);
      expect((await search(jwt(head(), officer({ roles: [] }), ecdsa(own.key)))).said).toEqual(['403 FORBIDDEN']);
    });

    const forged: [string, () => string][] = [
      ['has run out', () => jwt(head(), officer({ iat: seconds() - 900, exp: seconds() - 600 }), ecdsa(own.key))],
      ['is not yet good', () => jwt(head(), officer({ nbf: seconds() + 600 }), ecdsa(own.key))],
      ['is of another issuer', () => jwt(head(), officer({ iss: 'https://evil.test' }), ecdsa(own.key))],
      ['is for somebody else', () => jwt(head(), officer({ aud: 'other' }), ecdsa(own.key))],
      ['is for nobody', () => jwt(head(), officer({ aud: undefined }), ecdsa(own.key))],
      ['is signed with another key', () => jwt(head(), officer(), ecdsa(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey))],
      [
        'brings its own key',
        () => {
          const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
          return jwt({ ...head(), kid: undefined, jwk: pair.publicKey.export({ format: 'jwk' }) }, officer(), ecdsa(pair.privateKey));
        },
      ],
      ['is not signed', () => jwt({ alg: 'none' }, officer(), () => Buffer.alloc(0))],
      ['is not signed, and says so in capitals', () => jwt({ alg: 'NONE', kid: own.kid }, officer(), () => Buffer.alloc(0))],
      [
        'is signed with the public key as a secret',
        () => jwt({ alg: 'HS256', kid: own.kid }, officer(), (text) => createHmac('sha256', JSON.stringify(own.public)).update(text).digest()),
      ],
      [
        'was changed after it was signed',
        () => {
          const [header, , signature] = jwt(head(), officer(), ecdsa(own.key)).split('.');
          return [header, part(officer({ roles: ['reference-admin'] })), signature].join('.');
        },
      ],
      ['has an empty signature', () => `${jwt(head(), officer(), ecdsa(own.key)).split('.').slice(0, 2).join('.')}.`],
      ['is an ID token', () => jwt({ ...head(), typ: 'JWT' }, officer({ nonce: 'n' }), ecdsa(own.key))],
      ['does not say what it is', () => jwt({ ...head(), typ: undefined }, officer(), ecdsa(own.key))],
      [
        'is a logout token',
        () => jwt({ ...head(), typ: 'logout+jwt' }, officer({ events: { 'http://schemas.openid.net/event/backchannel-logout': {} } }), ecdsa(own.key)),
      ],
      ['is no token', () => 'x'],
      ['is very long', () => `${part(head())}.${'x'.repeat(8_000)}.x`],
    ];
    it.each(forged)('a token that %s is refused', async (_why, token) => {
      const answer = await search(token());
      expect([answer.said, answer.headers.get('content-type')]).toEqual([['401 UNAUTHENTICATED'], 'application/problem+json; charset=utf-8']);
    });

    it('a token without an end is refused', async () => {
      expect((await search(jwt(head(), officer({ exp: undefined }), ecdsa(own.key)))).said).toEqual(['401 UNAUTHENTICATED']);
    });

    it('only the provider signs people out from its side, one sign-in or all', async () => {
      const [one, other, someone] = [
        await Caller.signedIn(portal().url, 'trip-agent'),
        await Caller.signedIn(portal().url, 'trip-agent'),
        await Caller.signedIn(portal().url, 'trip-border'),
      ];
      const isIn = async (caller: Caller) => Boolean((await caller.get('/auth/session')).body.user);
      const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };
      const word = (changes: Plain = {}): Plain => ({
        iss: issuer,
        aud: 'portal',
        sub: 'trip-agent',
        iat: seconds(),
        exp: seconds() + 120,
        jti: randomUUID(),
        events: event,
        ...changes,
      });
      const tell = (token: string) =>
        portal().public.send('POST', '/auth/backchannel-logout', new URLSearchParams({ logout_token: token }), {
          'content-type': 'application/x-www-form-urlencoded',
        });
      const head = { alg: 'ES256', kid: own.kid, typ: 'logout+jwt' };
      for (const bad of [
        jwt(head, word(), ecdsa(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)),
        jwt(head, word({ aud: 'other' }), ecdsa(own.key)),
        jwt(head, word({ iss: 'https://evil.test' }), ecdsa(own.key)),
        jwt(head, word({ iat: seconds() - 3_600, exp: seconds() + 60 }), ecdsa(own.key)),
        jwt(head, word({ nonce: 'n' }), ecdsa(own.key)),
        jwt({ ...head, typ: 'JWT' }, word(), ecdsa(own.key)),
        jwt(head, word({ events: undefined }), ecdsa(own.key)),
        jwt({ alg: 'none' }, word(), () => Buffer.alloc(0)),
        'x',
      ])
        expect((await tell(bad)).said).toEqual(['400 BAD_REQUEST']);
      expect((await portal().public.send('POST', '/auth/backchannel-logout')).said).toEqual(['400 BAD_REQUEST']);
      expect([await isIn(one), await isIn(other)]).toEqual([true, true]);
      const good = jwt(head, word(), ecdsa(own.key));
      expect((await tell(good)).status).toBe(200);
      portal().forget('trip-agent');
      expect([await isIn(one), await isIn(other), await isIn(someone)]).toEqual([false, false, true]);
      // A logout token works only once: it does not end the session of the next sign-in.
      const next = await Caller.signedIn(portal().url, 'trip-agent');
      expect((await tell(good)).said).toEqual(['400 BAD_REQUEST']);
      expect(await isIn(next)).toBe(true);
    });

    it('a session cookie that was invented, shortened, lengthened or sent twice belongs to no session', async () => {
      const caller = await Caller.signedIn(portal().url, 'cashier');
      const [[name, value]] = [...caller.cookies].filter(([key]) => key.includes('session')) as [[string, string]];
      const receipts = '/api/reference/v1/payment/receipt/search';
      expect((await caller.get(receipts)).status).toBe(200);
      for (const cookie of [
        `${name}=`,
        `${name}=x`,
        `${name}=${value.slice(1)}`,
        `${name}=${value}A`,
        `${name}=${value.toLowerCase()}`,
        `${name}=%00`,
        `${name}=${'x'.repeat(3_000)}`,
        `${name}="${value}`,
        `${name}=__proto__`,
        `__Host-${name}=${value}`,
      ])
        expect([cookie.slice(0, 80), (await portal().public.get(receipts, { cookie })).said]).toEqual([cookie.slice(0, 80), ['401 UNAUTHENTICATED']]);
    });
  });
}
