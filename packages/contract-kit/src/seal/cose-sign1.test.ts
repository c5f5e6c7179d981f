import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeSign1, encodeSign1, toBeSigned } from './cose-sign1.ts';

interface Vector {
  name: string;
  title: string;
  /** Whether the signature must be rejected. */
  fail: boolean;
  external: string;
  /** The Ed25519 public key. */
  x: string | null;
  toBeSigned: string | null;
  cbor: string;
}
/** The COSE_Sign1 test vectors from https://github.com/cose-wg/Examples, which are in the public domain. */
const vectors = JSON.parse(readFileSync(join(__dirname, 'testdata/cose-wg-sign1.json'), 'utf8')) as Vector[];
const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const isTagged = ({ cbor }: Vector) => cbor.startsWith('D2');

describe('COSE_Sign1 against the vectors of the COSE working group', () => {
  it.each(vectors.filter(isTagged).map((vector) => [vector.name, vector] as const))('reads %s, and what was signed', (_name, vector) => {
    const read = decodeSign1(bytesOf(vector.cbor));
    expect(read).toBeDefined();
    // The vectors that must fail contain the bytes that were signed before the vector was altered.
    if (read && vector.toBeSigned && !vector.fail)
      expect(
        Buffer.from(toBeSigned(read, bytesOf(vector.external)))
          .toString('hex')
          .toUpperCase(),
      ).toBe(vector.toBeSigned);
  });

  it.each(vectors.filter((vector) => !isTagged(vector)).map(({ name, cbor }) => [name, cbor]))('refuses %s, which has no tag or another one', (_name, cbor) => {
    expect(decodeSign1(bytesOf(cbor))).toBeUndefined();
  });

  it('verifies the signature of Ed25519', () => {
    const vector = vectors.find(({ name }) => name.endsWith('eddsa-sig-01.json')) as Vector;
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(vector.x as string, 'hex').toString('base64url') }, format: 'jwk' });
    const read = decodeSign1(bytesOf(vector.cbor));
    if (!read) throw new Error('Not read');
    expect(verify(null, toBeSigned(read, new Uint8Array()), key, read.signature)).toBe(true);
    expect(verify(null, toBeSigned(read, Uint8Array.of(1)), key, read.signature)).toBe(false);
    expect(Buffer.from(encodeSign1(read)).toString('hex').toUpperCase()).toBe(vector.cbor);
  });

  it('refuses content that is cut off, too long, or of other types', () => {
    const [{ cbor }] = vectors as [Vector];
    for (const changed of [cbor.slice(0, -2), `${cbor}00`, 'D280', 'D2840102035840', '', 'D29F']) expect(decodeSign1(bytesOf(changed))).toBeUndefined();
  });
});
