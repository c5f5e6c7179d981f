import { createPrivateKey } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson } from './canonical-json.ts';
import { parseTrustedKeys, publicKeyText, signatureOf, signerOf } from './signing.ts';
import { newKey } from './signing-keys.ts';

const aKey = () => createPrivateKey(newKey());
const entry = { name: 'mf-trips', version: '1.0.0', integrity: { '/b.js': 'y', '/a.js': 'x' }, sequence: 5 };

/** Returns the same JSON value with the members of every object in reverse order. */
const turned = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(turned)
    : value && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .map(([name, member]) => [name, turned(member)])
            .reverse(),
        )
      : value;

describe('the canonical form', () => {
  it('is that of RFC 8785', () => {
    expect(canonicalJson({ b: [1, 1e21, 0.1, -0], '\u20ac': '\u000a"', a: { z: null, y: true } })).toBe(
      '{"a":{"y":true,"z":null},"b":[1,1e+21,0.1,0],"€":"\\n\\""}',
    );
    expect(canonicalJson({ '\u{1f600}': 1, '\ufb33': 2 })).toBe('{"\u{1f600}":1,"\ufb33":2}');
  });

  it('is the same however the members stand, and means the same', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain = JSON.parse(JSON.stringify(value));
        expect(canonicalJson(turned(plain))).toBe(canonicalJson(plain));
        expect(JSON.parse(canonicalJson(plain))).toEqual(plain);
      }),
    );
  });
});

describe('a signature', () => {
  it('holds for what was signed, whatever the order, and for nothing else', () => {
    const key = aKey();
    const keys = [publicKeyText(aKey()), publicKeyText(key)];
    const signature = signatureOf('stable', entry, key);
    expect(signerOf('stable', turned(entry) as object, signature, keys)).toBe(keys[1]);
    expect(signerOf('stable', { ...entry, canary: {}, signature: 'x' }, signature, keys)).toBe(keys[1]);
    const changes = [{ name: 'mf-other' }, { version: '1.0.1' }, { integrity: { '/a.js': 'x' } }, { sequence: 6 }, { share: 1 }, { roles: [] }];
    for (const change of changes) expect([change, signerOf('stable', { ...entry, ...change }, signature, keys)]).toEqual([change, undefined]);
  });

  it('of one purpose is none of another', () => {
    const key = aKey();
    const purposes = ['stable', 'canary', 'version'] as const;
    for (const made of purposes)
      for (const read of purposes) expect(Boolean(signerOf(read, entry, signatureOf(made, entry, key), [publicKeyText(key)]))).toBe(made === read);
  });

  it.each([undefined, '', 'x', 5, 'A'.repeat(86)])('is not %p', (signature) => {
    expect(signerOf('stable', entry, signature, [publicKeyText(aKey())])).toBeUndefined();
  });
});

describe('the file of trusted keys', () => {
  const key = publicKeyText(aKey());

  it('lists the keys of each area', () => {
    expect(parseTrustedKeys(JSON.stringify({ 'mf-trips': [key] }))).toEqual(new Map([['mf-trips', [key]]]));
  });

  it.each([
    ['a list', [], /must hold an object/],
    ['a key that is no list', { 'mf-trips': key }, /"mf-trips" must be a list/],
    ['something else than a key', { 'mf-trips': ['c2VjcmV0'] }, /no Ed25519 public key/],
    ['one key for two areas', { 'mf-trips': [key], 'mf-licences': [key] }, /"mf-licences" and "mf-trips" have the same key/],
  ])('may not be or hold %s', (_name, value, message) => {
    expect(() => parseTrustedKeys(JSON.stringify(value))).toThrow(message);
  });
});
