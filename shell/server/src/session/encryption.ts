import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts stored sessions (AES-256-GCM), so that a copy of the store reveals no token. */
export class SessionCipher {
  private readonly key: Buffer;

  constructor(secret: string) {
    this.key = Buffer.from(hkdfSync('sha256', secret, '', 'portal session store', 32));
  }

  encrypt(value: unknown): string {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv);
    const encrypted = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
  }

  /** Decrypts a value. Returns undefined when it was encrypted with another key or was changed. */
  decrypt<T>(text: string): T | undefined {
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

/** A random bearer secret of 256 bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The hash that is stored instead of a bearer secret. */
export const digest = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
