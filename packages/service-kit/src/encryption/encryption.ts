/** AES-256-GCM over one text at a time. */
import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import type { DataKeys } from './data-keys.ts';

/** DI token of the keys. */
export const DATA_KEYS = Symbol('DataKeys');

/** A JSON column, or a queued message, that is sealed as a whole. */
export interface SealedJson {
  sealed: string;
}

const nonceBytes = 12;
const tagBytes = 16;
const shape = /^enc:1:([a-z0-9-]{1,20}):/;

export const isSealedJson = (value: unknown): value is SealedJson =>
  value !== null && typeof value === 'object' && Object.keys(value).length === 1 && shape.test(String((value as SealedJson).sealed));

/** Id of the key that a sealed text was sealed with. */
export const keyIdOf = (sealed: string): string | undefined => shape.exec(sealed)?.[1];

/**
 * Seals and opens. The text form is `enc:1:<key id>:<base64url of nonce, ciphertext and tag>`. What it belongs to (`context`) is
 * authenticated with it: a sealed text that is moved elsewhere does not open.
 */
export class Sealer {
  private readonly keys: ReadonlyMap<string, KeyObject>;
  private readonly writing: { head: string; key: KeyObject };
  /** Id of the key that seals. */
  readonly keyId: string;

  /** @param seals false while SEAL_PERSONAL_DATA is `later`: what is sealed is opened, and what is written stays clear */
  constructor(
    keys: DataKeys,
    readonly seals = true,
  ) {
    const [first] = keys.sealing;
    this.keys = new Map(keys.sealing.map(({ id, key }) => [id, key]));
    this.writing = { head: `enc:1:${first.id}:`, key: first.key };
    this.keyId = first.id;
  }

  seal(text: string, context: string): string {
    const { head, key } = this.writing;
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(head + context));
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return head + sealed.toString('base64url');
  }

  /** @throws Error where the key is not held, or the text was changed or belongs to something else; the message tells no value */
  open(sealed: string, context: string): string {
    const id = keyIdOf(sealed);
    const key = id === undefined ? undefined : this.keys.get(id);
    if (!id || !key) throw new Error(`Personal data is sealed with the key ${id ?? '(none)'}, which DATA_KEYS does not hold. Put the key back into the file.`);
    const head = `enc:1:${id}:`;
    const bytes = Buffer.from(sealed.slice(head.length), 'base64url');
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

  /** Seals a whole value for a JSON column or a message; where sealing waits, the value itself. */
  sealJson<T extends object>(value: T, context: string): T | SealedJson {
    if (!this.seals) return value;
    return { sealed: this.seal(JSON.stringify(value), context) };
  }

  /** Opens what `sealJson` made; a value from before it was sealed is given back as it is. */
  openJson<T>(value: T | SealedJson, context: string): T {
    return isSealedJson(value) ? (JSON.parse(this.open(value.sealed, context)) as T) : value;
  }
}
