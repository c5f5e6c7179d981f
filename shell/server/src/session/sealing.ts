import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** Seals what is stored, so that a copy of the store gives nobody a token. */
export class Sealer {
  private readonly key: Buffer;

  constructor(secret: string) {
    this.key = Buffer.from(hkdfSync('sha256', secret, '', 'portal session store', 32));
  }

  seal(value: unknown): string {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv);
    const sealed = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** The value, or undefined when it was sealed with another key or was changed. */
  open<T>(text: string): T | undefined {
    try {
      const bytes = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', this.key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')) as T;
    } catch {
      return undefined;
    }
  }
}

/** A bearer secret of 256 bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** What is stored instead of a bearer secret. */
export const digest = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
