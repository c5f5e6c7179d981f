/** The seal of a declaration: the signed facts in its QR code, small enough to be read fast, and verifiable without a connection. See ADR 36. */
import { encode } from 'cborg';
import { dayMs, dayOf } from '../calendar-day.ts';
import { fromBase36, toBase36 } from './base36.ts';
import { ALGORITHM, decodeSign1, EDDSA, encodeSign1, KEY_ID, readCbor, type Sign1, toBeSigned } from './cose-sign1.ts';

/** The number of each kind in seals. The number of a kind is never reused for another kind. */
const kindNumbers = { 'arrival-declaration': 1, 'departure-declaration': 2 } as const;
export type SealedKind = keyof typeof kindNumbers;
const kindNames = new Map<number, SealedKind>(Object.entries(kindNumbers).map(([name, number]) => [number, name as SealedKind]));
const lanes = [undefined, 'GREEN', 'RED'] as const;

/** The facts that a seal states. */
export interface SealFacts {
  kind: SealedKind;
  /** Serial reference of the declaration, such as `ARR-2026-0000017`. */
  reference: string;
  lane?: 'GREEN' | 'RED';
  /** Day of travel, `YYYY-MM-DD`. */
  day: string;
  /** The time when these facts were sealed, in seconds since 1970. */
  issuedAt: number;
  /** Salt and digest of the passport number and the date of birth, see `personText`. */
  person: Uint8Array;
}

/** A decoded seal. None of its facts can be trusted until the signature has been verified. */
export interface ReadSeal {
  facts: SealFacts;
  /** The first bytes of the key's thumbprint, as hexadecimal digits. */
  keyId: string;
  /** The bytes that the key has signed. */
  signed: Uint8Array;
  signature: Uint8Array;
}

/** Included in the signed bytes but not sent, so that a signature made for another purpose is not a valid seal. */
const purpose = new TextEncoder().encode('single-window seal 1');
const epoch = Date.UTC(2020, 0, 1);
const firstYear = 2000;
export const saltBytes = 4;
export const digestBytes = 4;
const keyIdBytes = 2;
const signatureBytes = 64;
const writtenReference = /^([A-Z]{2,4})-(2\d{3})-(\d{7})$/;

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const ofHex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/**
 * Returns the short id that seals use for a key.
 * @param thumbprint of RFC 7638 with SHA-256, base64url
 */
export function sealKeyId(thumbprint: string): string {
  const start = atob(thumbprint.slice(0, 4).replaceAll('-', '+').replaceAll('_', '/'));
  return hex(Uint8Array.from(start.slice(0, keyIdBytes), (letter) => letter.charCodeAt(0)));
}

/**
 * Returns the bytes from which the digest of a person is computed; the seal contains the first bytes of their SHA-256. Punctuation, spaces and case in the
 * passport number are ignored.
 * @param birthDate `YYYY-MM-DD`
 */
export function personText(salt: Uint8Array, passport: string, birthDate: string): Uint8Array {
  const number = passport
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return new TextEncoder().encode(`${hex(salt)} ${number} ${birthDate}`);
}

/**
 * Encodes the facts as the payload of a seal.
 * @throws Error if a seal cannot express the facts
 */
function payloadOf({ kind, reference, lane, day, issuedAt, person }: SealFacts): Uint8Array {
  const [, code, year, number] = writtenReference.exec(reference) ?? [];
  const days = (Date.parse(`${day}T00:00:00Z`) - epoch) / dayMs;
  if (!kindNumbers[kind] || !code || !isCount(days) || !isCount(issuedAt) || person.length !== saltBytes + digestBytes)
    throw new Error(`No seal can state this of ${reference}`);
  return encode([kindNumbers[kind], code, Number(year) - firstYear, Number(number), lanes.indexOf(lane), days, issuedAt, person]);
}

function factsOf(payload: Uint8Array): SealFacts | undefined {
  const parts = readCbor(payload);
  if (!Array.isArray(parts) || parts.length !== 8) return undefined;
  const [kindNumber, code, year, number, lane, days, issuedAt, person] = parts as unknown[];
  const kind = kindNames.get(kindNumber as number);
  if (!kind || typeof code !== 'string' || ![year, number, lane, days, issuedAt].every(isCount) || !(person instanceof Uint8Array)) return undefined;
  const reference = `${code}-${(year as number) + firstYear}-${String(number).padStart(7, '0')}`;
  const day = dayOf(new Date(epoch + (days as number) * dayMs));
  return { kind, reference, lane: lanes[lane as number], day, issuedAt: issuedAt as number, person };
}

/**
 * Creates a seal, as a text of digits and capital letters.
 * @param sign returns the EdDSA signature of the given bytes
 */
export function makeSeal(facts: SealFacts, keyId: string, sign: (bytes: Uint8Array) => Uint8Array): string {
  const protectedHeader = encode(
    new Map<number, unknown>([
      [ALGORITHM, EDDSA],
      [KEY_ID, ofHex(keyId)],
    ]),
  );
  const payload = payloadOf(facts);
  const signature = sign(toBeSigned({ protectedHeader, payload }, purpose));
  return toBase36(encodeSign1({ protectedHeader, unprotected: new Map(), payload, signature }));
}

/**
 * Decodes a seal without verifying its signature. Each seal has exactly one valid encoding: any other encoding of the same content is refused.
 * @returns undefined if the text is not a seal
 */
export function readSeal(text: string): ReadSeal | undefined {
  const bytes = looksLikeSeal(text) ? fromBase36(text) : undefined;
  const sign1 = bytes && decodeSign1(bytes);
  if (!sign1 || sign1.unprotected.size > 0 || sign1.signature.length !== signatureBytes) return undefined;
  try {
    const facts = factsOf(sign1.payload);
    const keyId = keyIdOf(sign1);
    if (!facts || !keyId) return undefined;
    const { signature } = sign1;
    return makeSeal(facts, keyId, () => signature) === text.toUpperCase() ? { facts, keyId, signed: toBeSigned(sign1, purpose), signature } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the key id of a header whose algorithm is EdDSA. */
function keyIdOf({ protectedHeader }: Sign1): string | undefined {
  const header = readCbor(protectedHeader);
  if (!(header instanceof Map) || header.get(ALGORITHM) !== EDDSA) return undefined;
  const id: unknown = header.get(KEY_ID);
  return id instanceof Uint8Array && id.length === keyIdBytes ? hex(id) : undefined;
}

/** Whether a text may be a seal, judging only by its characters and its length. */
export const looksLikeSeal = (text: string): boolean => /^[0-9A-Z]{140,180}$/i.test(text);
