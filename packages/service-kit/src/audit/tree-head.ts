/** Signed tree heads in the form of RFC 9162, section 4.10, and the messages between a log and its witness. */
import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** The state of a log at one time: its number of records and its root hash. */
export interface TreeHead {
  /** Name of the log: database prefix and service, `portal.trips`. */
  log: string;
  size: number;
  /** Root hash, hexadecimal. */
  root: string;
  /** Milliseconds since 1970, UTC. */
  timestamp: number;
}

export interface HeadSignature {
  /** Public Ed25519 key, base64url. */
  key: string;
  /** Signature, base64url. */
  signature: string;
}

/** A head with one signature by each current key of the log, so that a verifier who trusts one key learns the others. */
export interface SignedTreeHead extends TreeHead {
  signatures: HeadSignature[];
}

/** What a log sends to its witness: `POST /v1/logs/<log>/heads`. */
export interface HeadSubmission {
  head: SignedTreeHead;
  /** Size of the witness's last head, where the proof starts; 0 where the witness has no head. */
  from: number;
  /** Consistency proof, hexadecimal hashes. */
  proof: string[];
}

/** Why a witness rejected a head. */
export type WitnessRefusal = 'BAD_HEAD' | 'UNKNOWN_KEY' | 'ANOTHER_START' | 'SHORTER' | 'NOT_AN_EXTENSION';

export interface WitnessAnswer {
  /** The last head that the witness keeps after this call. */
  head: SignedTreeHead | null;
  code?: WitnessRefusal;
  message?: string;
}

/** Type of the extension that holds the name of the log. RFC 9162 leaves types in this range to private use. */
const logNameExtension = 0xf000;

/** Encodes `TreeHeadDataV2`: the bytes that are signed. */
export function treeHeadData({ log, size, root, timestamp }: TreeHead): Buffer {
  const [hash, name] = [Buffer.from(root, 'hex'), Buffer.from(log)];
  const data = Buffer.alloc(16 + 1 + hash.length + 2 + 4 + name.length);
  data.writeBigUInt64BE(BigInt(timestamp), 0);
  data.writeBigUInt64BE(BigInt(size), 8);
  let at = data.writeUInt8(hash.length, 16);
  at += hash.copy(data, at);
  at = data.writeUInt16BE(4 + name.length, at);
  at = data.writeUInt16BE(logNameExtension, at);
  at = data.writeUInt16BE(name.length, at);
  name.copy(data, at);
  return data;
}

/** A key pair that signs heads. */
export interface HeadKey {
  /** Public key, base64url. */
  name: string;
  privateKey: KeyObject;
}

/** Signs a head with every key. */
export function signTreeHead(head: TreeHead, keys: readonly HeadKey[]): SignedTreeHead {
  const data = treeHeadData(head);
  return { ...head, signatures: keys.map(({ name, privateKey }) => ({ key: name, signature: sign(null, data, privateKey).toString('base64url') })) };
}

const parsed = new Map<string, KeyObject>();
function publicKeyOf(name: string): KeyObject {
  let key = parsed.get(name);
  if (!key) {
    if (parsed.size >= 1_000) parsed.clear();
    key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: name }, format: 'jwk' });
    parsed.set(name, key);
  }
  return key;
}

function isSignature(data: Buffer, { key, signature }: HeadSignature): boolean {
  try {
    return verify(null, data, publicKeyOf(key), Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}

/** Returns the names of the keys whose signatures on a head are valid. */
export function signersOf(head: SignedTreeHead): string[] {
  const data = treeHeadData(head);
  return head.signatures.filter((one) => isSignature(data, one)).map(({ key }) => key);
}

const isText = (value: unknown, pattern: RegExp): value is string => typeof value === 'string' && pattern.test(value);
const isSize = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Pattern of a log's name. It allows no path separators, because the name becomes part of URLs and file names. */
export const logName = /^[A-Za-z0-9_]{1,60}\.[a-z0-9-]{1,40}$/;

/** Parses a head from untrusted JSON. @returns undefined where it is not a head */
export function readTreeHead(value: unknown): SignedTreeHead | undefined {
  const { log, size, root, timestamp, signatures } = (value ?? {}) as Partial<SignedTreeHead>;
  if (!isText(log, logName) || !isSize(size) || !isText(root, /^[0-9a-f]{64}$/) || !isSize(timestamp)) return undefined;
  if (!Array.isArray(signatures) || signatures.length === 0 || signatures.length > 10) return undefined;
  if (!signatures.every((one) => isText(one?.key, /^[\w-]{43}$/) && isText(one?.signature, /^[\w-]{86}$/))) return undefined;
  return { log, size, root, timestamp, signatures: signatures.map(({ key, signature }) => ({ key, signature })) };
}
