/** Checks seals (signed codes) on this device. */
import { digestBytes, personText, readSeal, saltBytes, sealKeyId } from '@portal/contract-kit/seal';
import { calculateJwkThumbprint, type JWK } from 'jose';
import { findKeys } from './keys.ts';
import { failed, type TokenCheck } from './token-check.ts';

type Verify = (signature: BufferSource, signed: BufferSource) => Promise<boolean>;

const verifiers = new Map<string, Promise<Verify>>();

/** Creates an Ed25519 verifier: the browser's own, or a library's if the browser does not support the curve. */
async function openVerifier(x: string): Promise<Verify> {
  try {
    const key = await crypto.subtle.importKey('jwk', { kty: 'OKP', crv: 'Ed25519', x }, 'Ed25519', false, ['verify']);
    return (signature, signed) => crypto.subtle.verify('Ed25519', key, signature, signed);
  } catch {
    const { verifyAsync } = await import('@noble/ed25519');
    const key = Uint8Array.from(atob(x.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
    return (signature, signed) => verifyAsync(signature as Uint8Array, signed as Uint8Array, key, { zip215: false }).catch(() => false);
  }
}

function verifierOf({ x = '' }: JWK): Promise<Verify> {
  const known = verifiers.get(x) ?? openVerifier(x);
  verifiers.set(x, known);
  return known;
}

const keyIds = new Map<string, Promise<string>>();
function keyIdOf(key: JWK): Promise<string> {
  const name = String(key.x);
  const known = keyIds.get(name) ?? calculateJwkThumbprint(key).then(sealKeyId);
  keyIds.set(name, known);
  return known;
}

/** Checks a seal by its signature. Never throws: a seal that cannot be checked returns reason `keys`. */
export async function checkSeal(seal: string, keysUrl: string): Promise<TokenCheck> {
  const read = readSeal(seal);
  if (!read) return failed('unreadable');
  try {
    const keys = await findKeys(keysUrl, async (key) => key.crv === 'Ed25519' && (await keyIdOf(key)) === read.keyId);
    if (keys === 'unreachable') return failed('keys');
    for (const key of keys) {
      const verify = await verifierOf(key);
      if (!(await verify(read.signature as BufferSource, read.signed as BufferSource))) continue;
      const { kind, reference, issuedAt, lane, day, person } = read.facts;
      return { genuine: true, kind, reference, issuedAt: new Date(issuedAt * 1000).toISOString(), lane, day, person };
    }
    return failed('signature');
  } catch {
    // A page without HTTPS has no WebCrypto at all.
    return failed('keys', { unsupported: true });
  }
}

/** Whether a seal belongs to the person with this passport number and date of birth (`YYYY-MM-DD`). */
export async function isOfPerson(person: Uint8Array, passport: string, birthDate: string): Promise<boolean> {
  const text = personText(person.subarray(0, saltBytes), passport, birthDate);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text as BufferSource));
  return person.subarray(saltBytes).every((byte, i) => byte === digest[i]) && person.length === saltBytes + digestBytes;
}
