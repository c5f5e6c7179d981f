/** COSE_Sign1 of RFC 9052, section 4.2: one signature over one payload, encoded in CBOR with tag 18. */
import { decode, encode } from 'cborg';

/** The first byte of a tagged COSE_Sign1. */
const TAG_18 = 0xd2;

/** Header labels of RFC 9052, and the algorithm EdDSA of RFC 9053. */
export const ALGORITHM = 1;
export const KEY_ID = 4;
export const EDDSA = -8;

export interface Sign1 {
  /** The encoded protected header. */
  protectedHeader: Uint8Array;
  unprotected: Map<unknown, unknown>;
  payload: Uint8Array;
  signature: Uint8Array;
}

/**
 * Strictly decodes one CBOR item: shortest forms only, no indefinite lengths, no repeated keys, no bytes after the item.
 * @throws Error
 */
export const readCbor = (bytes: Uint8Array): unknown =>
  decode(bytes, {
    strict: true,
    allowIndefinite: false,
    allowUndefined: false,
    allowNaN: false,
    allowInfinity: false,
    useMaps: true,
    rejectDuplicateMapKeys: true,
  });

/** Encodes a tagged COSE_Sign1. */
export function encodeSign1({ protectedHeader, unprotected, payload, signature }: Sign1): Uint8Array {
  const content = encode([protectedHeader, unprotected, payload, signature]);
  const bytes = new Uint8Array(content.length + 1);
  bytes[0] = TAG_18;
  bytes.set(content, 1);
  return bytes;
}

/**
 * Decodes a tagged COSE_Sign1.
 * @returns undefined if the bytes are not a tagged COSE_Sign1 that contains its payload
 */
export function decodeSign1(bytes: Uint8Array): Sign1 | undefined {
  if (bytes[0] !== TAG_18) return undefined;
  try {
    const parts = readCbor(bytes.subarray(1));
    if (!Array.isArray(parts) || parts.length !== 4) return undefined;
    const [protectedHeader, unprotected, payload, signature] = parts as unknown[];
    const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;
    if (!isBytes(protectedHeader) || !(unprotected instanceof Map) || !isBytes(payload) || !isBytes(signature)) return undefined;
    return { protectedHeader, unprotected, payload, signature };
  } catch {
    return undefined;
  }
}

/**
 * Returns the bytes to sign: the Sig_structure of RFC 9052. An empty protected header is encoded as zero bytes.
 * @param external data that is signed but not sent, because both sides know it
 */
export function toBeSigned({ protectedHeader, payload }: Pick<Sign1, 'protectedHeader' | 'payload'>, external: Uint8Array): Uint8Array {
  const isEmpty = protectedHeader.length === 1 && protectedHeader[0] === 0xa0;
  return encode(['Signature1', isEmpty ? new Uint8Array() : protectedHeader, external, payload]);
}
