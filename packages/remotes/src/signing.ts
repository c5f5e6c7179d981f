import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';

/** The purpose of a signature. A signature for one purpose is not valid for another. */
export type Purpose = 'stable' | 'canary' | 'version';

/** Members that are not covered by the signature. */
const unsigned = ['signature', 'canary'];

/** Members that publishing adds. A build must not contain them. */
export const addedByPublishing = ['sequence', 'share', ...unsigned];

/** The bytes that are signed: the purpose, then the value in canonical JSON. */
function signedBytes(purpose: Purpose, value: object): Buffer {
  const signed = Object.fromEntries(Object.entries(value).filter(([name]) => !unsigned.includes(name)));
  return Buffer.from(`portal-remote-${purpose}/1\n${canonicalJson(signed)}`);
}

/**
 * Signs a value for one purpose.
 * @param privateKey an Ed25519 key
 * @returns the signature in base64url
 */
export const signatureOf = (purpose: Purpose, value: object, privateKey: KeyObject): string =>
  sign(null, signedBytes(purpose, value), privateKey).toString('base64url');

/**
 * Finds the key that made a signature.
 * @param signature value that is expected to be a signature; any other value is accepted and yields undefined
 * @param keys public keys in the form of `publicKeyText`
 * @returns the key; undefined when none of the keys made the signature
 */
export function signerOf(purpose: Purpose, value: object, signature: unknown, keys: string[]): string | undefined {
  if (typeof signature !== 'string' || !signature) return undefined;
  const [message, bytes] = [signedBytes(purpose, value), Buffer.from(signature, 'base64url')];
  return keys.find((key) => verify(null, message, publicKeyOf(key), bytes));
}

/** Returns the public key in the form that the trust file uses: SPKI in base64, the lines between BEGIN and END of its PEM. */
export const publicKeyText = (key: KeyObject): string =>
  (key.type === 'private' ? createPublicKey(key) : key).export({ type: 'spki', format: 'der' }).toString('base64');

const parsedKeys = new Map<string, KeyObject>();

/**
 * Reads a public key in the form of `publicKeyText`.
 * @throws Error when the text is not a public key
 */
export function publicKeyOf(text: string): KeyObject {
  const key = parsedKeys.get(text) ?? createPublicKey({ key: Buffer.from(text, 'base64'), type: 'spki', format: 'der' });
  parsedKeys.set(text, key);
  return key;
}

/**
 * Parses a trust file: for each area the public keys that may sign for it, such as `{"mf-trips": ["MCowBQYDK2Vw…"]}`. An area has two keys while its key is
 * being replaced.
 * @returns public keys by area
 * @throws Error that says what is wrong with the text
 */
export function parseTrustedKeys(text: string): Map<string, string[]> {
  const value: unknown = JSON.parse(text);
  if (!value || typeof value !== 'object' || Array.isArray(value)) throw new Error('it must hold an object with a list of public keys for each area');
  const owners = new Map<string, string>();
  return new Map(
    Object.entries(value).map(([area, keys]: [string, unknown]) => {
      if (!Array.isArray(keys)) throw new Error(`"${area}" must be a list of public keys`);
      for (const key of keys) {
        if (typeof key !== 'string' || !isEd25519(key)) throw new Error(`"${area}" holds something that is no Ed25519 public key in base64 (SPKI)`);
        if (owners.has(key)) throw new Error(`"${area}" and "${owners.get(key)}" have the same key; give each area its own`);
        owners.set(key, area);
      }
      return [area, keys];
    }),
  );
}

function isEd25519(text: string): boolean {
  try {
    return publicKeyOf(text).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}
