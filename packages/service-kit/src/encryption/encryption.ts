/** Encrypts and decrypts texts and JSON values with AES-256-GCM. */
import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import type { DataKeys } from './data-keys.ts';

/** DI token of the keys. */
export const DATA_KEYS = Symbol('DataKeys');

/** The stored form of a JSON column, or of a queued message, that is encrypted as a whole. Stored data uses this property name. */
export interface EncryptedJson {
  sealed: string;
}

const nonceBytes = 12;
/** Number of nonces for which random bytes are drawn at once. Drawing bytes for one nonce takes as long as encrypting a value. */
const noncesDrawn = 256;
const tagBytes = 16;
const shape = /^enc:1:([a-z0-9-]{1,20}):/;

export const isEncryptedJson = (value: unknown): value is EncryptedJson =>
  value !== null && typeof value === 'object' && Object.keys(value).length === 1 && shape.test(String((value as EncryptedJson).sealed));

/** Returns the id of the key that a text was encrypted with. */
export const keyIdOf = (encrypted: string): string | undefined => shape.exec(encrypted)?.[1];

/**
 * Encrypts and decrypts. The text form is `enc:1:<key id>:<base64url of nonce, ciphertext and tag>`. The identity of the record (`context`) is
 * authenticated with the text: an encrypted text copied to another record does not decrypt.
 */
export class Encryption {
  private readonly keys: ReadonlyMap<string, KeyObject>;
  private readonly writing: { head: string; key: KeyObject };
  private random = Buffer.alloc(0);
  /** Id of the key that encrypts. */
  readonly keyId: string;

  /** @param isOn false while SEAL_PERSONAL_DATA is `later`: encrypted values are decrypted, new ones are written unencrypted */
  constructor(
    keys: DataKeys,
    readonly isOn = true,
  ) {
    const [first] = keys.encryption;
    this.keys = new Map(keys.encryption.map(({ id, key }) => [id, key]));
    this.writing = { head: `enc:1:${first.id}:`, key: first.key };
    this.keyId = first.id;
  }

  encrypt(text: string, context: string): string {
    const { head, key } = this.writing;
    const nonce = this.nonce();
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(head + context));
    const encrypted = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return head + encrypted.toString('base64url');
  }

  /** Returns a nonce that was never used before. */
  private nonce(): Buffer {
    if (this.random.length === 0) this.random = randomBytes(nonceBytes * noncesDrawn);
    const nonce = this.random.subarray(0, nonceBytes);
    this.random = this.random.subarray(nonceBytes);
    return nonce;
  }

  /** Decrypts a text. @throws Error where the key is missing, or the text was changed or belongs to another record; the message contains no value */
  decrypt(encrypted: string, context: string): string {
    const id = keyIdOf(encrypted);
    const key = id === undefined ? undefined : this.keys.get(id);
    if (!id || !key)
      throw new Error(`Personal data is encrypted with the key ${id ?? '(none)'}, which DATA_KEYS does not hold. Put the key back into the file.`);
    const head = `enc:1:${id}:`;
    const bytes = Buffer.from(encrypted.slice(head.length), 'base64url');
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(head + context)).setAuthTag(bytes.subarray(bytes.length - tagBytes));
      const text = decipher.update(bytes.subarray(nonceBytes, bytes.length - tagBytes));
      decipher.final();
      return text.toString();
    } catch {
      throw new Error(`Personal data of a ${context.split(' ')[0]} does not open: it was changed, or put where it does not belong.`);
    }
  }

  /** Encrypts a whole value for a JSON column or a message. @returns the value itself while encryption is off */
  encryptJson<T extends object>(value: T, context: string): T | EncryptedJson {
    if (!this.isOn) return value;
    return { sealed: this.encrypt(JSON.stringify(value), context) };
  }

  /** Decrypts the result of `encryptJson`. A value that was stored unencrypted is returned unchanged. */
  decryptJson<T>(value: T | EncryptedJson, context: string): T {
    return isEncryptedJson(value) ? (JSON.parse(this.decrypt(value.sealed, context)) as T) : value;
  }
}
