/** Makes and verifies seals. A seal is the compact form of a QR code's content; it identifies its owner by a salted digest. */
import { createHash, createHmac, createPublicKey, type KeyObject, sign, timingSafeEqual, verify } from 'node:crypto';
import { digestBytes, looksLikeSeal, makeSeal, personText, readSeal, type SealedKind, type SealFacts, saltBytes, sealKeyId } from '@portal/contract-kit/seal';
import { calculateJwkThumbprint, type JWK } from 'jose';
import type { FactsToSeal, SealedPerson, Statement, VerifiedStatement } from './statements.ts';

/** Returns the salt followed by the digest of a person. */
export const personDigest = (salt: Uint8Array, passport: string, birthDate: string): Uint8Array =>
  Buffer.concat([
    salt,
    createHash('sha256')
      .update(personText(salt, passport, birthDate))
      .digest()
      .subarray(0, digestBytes),
  ]);

/** Returns whether a seal still agrees with the document's current lane, day and person. */
export const statesTheSame = ({ lane, day, person }: SealedPerson, now: FactsToSeal): boolean =>
  lane === now.lane && day === now.day && timingSafeEqual(person, personDigest(person.subarray(0, saltBytes), now.passport, now.birthDate));

export class Seals {
  private constructor(
    private readonly keyId: string,
    private readonly key: KeyObject,
    /** Secret from which salts are derived, so that the same document always has the same seal. */
    private readonly saltSecret: string,
    private readonly verifiers: readonly { keyId: string; key: KeyObject }[],
  ) {}

  /** Makes the seals of a key set. @param secret the key that signs @param open all keys whose seals are valid */
  static async open(secret: JWK, key: KeyObject, open: readonly JWK[]): Promise<Seals> {
    const idOf = async (jwk: JWK) => sealKeyId(await calculateJwkThumbprint(jwk));
    const verifiers = open.map(async (jwk) => ({
      keyId: await idOf(jwk),
      key: createPublicKey({ key: jwk as unknown as import('node:crypto').JsonWebKey, format: 'jwk' }),
    }));
    return new Seals(await idOf(secret), key, secret.d as string, await Promise.all(verifiers));
  }

  /** Makes a seal. @returns undefined where the facts do not fit into a seal; then a token is used */
  make({ k, r }: Pick<Statement, 'k' | 'r'>, { at, lane, day, passport, birthDate }: FactsToSeal): string | undefined {
    const salt = createHmac('sha256', this.saltSecret).update(`seal ${k} ${r} ${at}`).digest().subarray(0, saltBytes);
    try {
      const facts: SealFacts = { kind: k as SealedKind, reference: r, lane, day, issuedAt: at, person: personDigest(salt, passport, birthDate) };
      return makeSeal(facts, this.keyId, (bytes) => sign(null, bytes, this.key));
    } catch {
      return undefined;
    }
  }

  /** Verifies a seal. @returns null when the seal was not made by this portal, or its key is revoked */
  verify(text: string): VerifiedStatement | null {
    const read = looksLikeSeal(text) ? readSeal(text) : undefined;
    const isOurs = read && this.verifiers.some(({ keyId, key }) => keyId === read.keyId && verify(null, read.signed, key, read.signature));
    if (!isOurs) return null;
    const { kind, reference, issuedAt, lane, day, person } = read.facts;
    return { k: kind, r: reference, iat: issuedAt, sealed: { lane, day, person } };
  }
}
