/** Makes and verifies seals: the compact form of a code, which names the person to whom it belongs by a salted digest. */
import { createHash, createHmac, createPublicKey, type KeyObject, sign, timingSafeEqual, verify } from 'node:crypto';
import { digestBytes, looksLikeSeal, makeSeal, personText, readSeal, type SealedKind, type SealFacts, saltBytes, sealKeyId } from '@portal/contract-kit/seal';
import { calculateJwkThumbprint, type JWK } from 'jose';
import type { Proved, SealedPerson, Statement, ToSeal } from './statements.ts';

/** Salt and digest of a person. */
export const personDigest = (salt: Uint8Array, passport: string, birthDate: string): Uint8Array =>
  Buffer.concat([
    salt,
    createHash('sha256')
      .update(personText(salt, passport, birthDate))
      .digest()
      .subarray(0, digestBytes),
  ]);

/** Whether a seal states what the document says now: the lane, the day and the person. */
export const statesTheSame = ({ lane, day, person }: SealedPerson, now: ToSeal): boolean =>
  lane === now.lane && day === now.day && timingSafeEqual(person, personDigest(person.subarray(0, saltBytes), now.passport, now.birthDate));

export class Seals {
  private constructor(
    private readonly keyId: string,
    private readonly key: KeyObject,
    /** From which salts are derived, so that the same document always has the same seal. */
    private readonly saltSecret: string,
    private readonly verifiers: readonly { keyId: string; key: KeyObject }[],
  ) {}

  /** @param secret the key that signs @param open all keys whose seals count */
  static async open(secret: JWK, key: KeyObject, open: readonly JWK[]): Promise<Seals> {
    const idOf = async (jwk: JWK) => sealKeyId(await calculateJwkThumbprint(jwk));
    const verifiers = open.map(async (jwk) => ({
      keyId: await idOf(jwk),
      key: createPublicKey({ key: jwk as unknown as import('node:crypto').JsonWebKey, format: 'jwk' }),
    }));
    return new Seals(await idOf(secret), key, secret.d as string, await Promise.all(verifiers));
  }

  /** @returns undefined where the facts have no room in a seal: a token states these */
  make({ k, r }: Pick<Statement, 'k' | 'r'>, { at, lane, day, passport, birthDate }: ToSeal): string | undefined {
    const salt = createHmac('sha256', this.saltSecret).update(`seal ${k} ${r} ${at}`).digest().subarray(0, saltBytes);
    try {
      const facts: SealFacts = { kind: k as SealedKind, reference: r, lane, day, issuedAt: at, person: personDigest(salt, passport, birthDate) };
      return makeSeal(facts, this.keyId, (bytes) => sign(null, bytes, this.key));
    } catch {
      return undefined;
    }
  }

  /** @returns null when the seal is not ours, or its key is revoked */
  verify(text: string): Proved | null {
    const read = looksLikeSeal(text) ? readSeal(text) : undefined;
    const isOurs = read && this.verifiers.some(({ keyId, key }) => keyId === read.keyId && verify(null, read.signed, key, read.signature));
    if (!isOurs) return null;
    const { kind, reference, issuedAt, lane, day, person } = read.facts;
    return { k: kind, r: reference, iat: issuedAt, sealed: { lane, day, person } };
  }
}
