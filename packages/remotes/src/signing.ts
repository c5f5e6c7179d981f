import { createPublicKey, sign as ed25519, verify } from 'node:crypto';
import { canonical } from './canonical.mjs';

/**
 * @typedef {object} Entry A deployed version of an area: `remote.json` of its build, and what publishing adds.
 * @property {string} name
 * @property {string} version
 * @property {string[]} prefixes
 * @property {string[]} [verification] document kinds
 * @property {string} entry
 * @property {string[]} [preload]
 * @property {Record<string, string>} integrity hash of every script and stylesheet by its path
 * @property {number} sequence larger with each signature of this area; the time of signing in milliseconds
 * @property {number} [share] of a canary: how many of a hundred visitors get it
 * @property {string} signature
 *
 * @typedef {Entry & { canary?: Entry, [more: string]: unknown }} Area An area in the registry: its stable entry, and a canary beside it.
 *
 * @typedef {'stable' | 'canary' | 'version'} Purpose What a signature is for: one of another purpose is no good.
 */

/** Members that stand beside what is signed, not in it. */
const unsigned = ['signature', 'canary'];

/** Members that publishing writes; a build has none of them. */
export const addedByPublishing = ['sequence', 'share', ...unsigned];

/** @param {Purpose} purpose @param {object} value */
function statement(purpose, value) {
  const signed = Object.fromEntries(Object.entries(value).filter(([name]) => !unsigned.includes(name)));
  return Buffer.from(`portal-remote-${purpose}/1\n${canonical(signed)}`);
}

/**
 * The signature over everything a value says, for one purpose.
 * @param {Purpose} purpose @param {object} value @param {import('node:crypto').KeyObject} privateKey
 */
export const signatureOf = (purpose, value, privateKey) => ed25519(null, statement(purpose, value), privateKey).toString('base64url');

/**
 * Which of these keys made the signature; undefined when none did.
 * @param {Purpose} purpose @param {object} value @param {unknown} signature @param {string[]} keys public keys as `publicText` gives them
 * @returns {string | undefined}
 */
export function signer(purpose, value, signature, keys) {
  if (typeof signature !== 'string' || !signature) return undefined;
  const [message, bytes] = [statement(purpose, value), Buffer.from(signature, 'base64url')];
  return keys.find((key) => verify(null, message, publicKeyOf(key), bytes));
}

/** A public key as the file of trusted keys holds it: SPKI in base64, the lines between BEGIN and END of its PEM. @param {import('node:crypto').KeyObject} key */
export const publicText = (key) => (key.type === 'private' ? createPublicKey(key) : key).export({ type: 'spki', format: 'der' }).toString('base64');

/** @type {Map<string, import('node:crypto').KeyObject>} */
const known = new Map();

/** @param {string} text */
function publicKeyOf(text) {
  const key = known.get(text) ?? createPublicKey({ key: Buffer.from(text, 'base64'), type: 'spki', format: 'der' });
  known.set(text, key);
  return key;
}

/**
 * The file of trusted keys: for each area the public keys that may sign for it, such as `{"mf-trips": ["MCowBQYDK2Vw…"]}`.
 * Two keys of one area are for the time of a change of keys.
 * @param {string} text
 * @returns {Map<string, string[]>} throws an Error that says what is wrong
 */
export function parseTrust(text) {
  const value = JSON.parse(text);
  if (!value || typeof value !== 'object' || Array.isArray(value)) throw new Error('it must hold an object with a list of public keys for each area');
  /** @type {Map<string, string>} */
  const owners = new Map();
  return new Map(
    Object.entries(value).map(([area, keys]) => {
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

/** @param {string} text */
function isEd25519(text) {
  try {
    return publicKeyOf(text).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}
