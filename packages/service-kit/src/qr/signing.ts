/** Signs the statements in QR codes, and draws their images. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { createLocalJWKSet, exportJWK, generateKeyPair, type JSONWebKeySet, type JWK, jwtVerify } from 'jose';
import QRCode from 'qrcode';
import { ServiceSettings } from '../settings/settings.ts';
import { sharedSecretFile } from '../settings/shared-secret-file.ts';

/** The content of a QR code. `k` is the document's kind, `r` its reference; a trip has its validity dates. Never the document's id. */
export interface Statement {
  k: string;
  r: string;
  iat: number;
  nbf?: number;
  exp?: number;
}

/** Reads the private key set; development generates one where none is named. */
export async function loadSigningKeys(settings: ServiceSettings): Promise<JWK[]> {
  const setting = { name: 'SIGNING_KEYS', holds: 'a private JWK set', path: settings.signingKeys, fallback: join(settings.dataDir, 'signing-keys.json') };
  const { keys } = await sharedSecretFile<{ keys: JWK[] }>(settings, setting, async () => {
    const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
    const jwk = await exportJWK(privateKey);
    jwk.kid = createHash('sha256').update(String(jwk.x)).digest('base64url').slice(0, 12);
    return { keys: [jwk] };
  });
  return keys;
}

/** The public keys. */
export const publicKeys = (keys: readonly JWK[]): JSONWebKeySet =>
  ({ keys: keys.map(({ kty, crv, x, kid }) => ({ kty: kty as string, crv, x, kid, alg: 'EdDSA', use: 'sig' })) }) as JSONWebKeySet;

/** The image of a code, and its ETag. */
export interface CodeImage {
  bytes: Buffer;
  etag: string;
}

@Injectable()
export class Signer {
  private key: KeyObject;
  private kid: string;
  private verifier: ReturnType<typeof createLocalJWKSet>;
  private readonly images = new Map<string, CodeImage>();
  private readonly tokens = new Map<string, string>();

  constructor(private readonly settings: ServiceSettings) {}

  async onModuleInit(): Promise<void> {
    const keys = await loadSigningKeys(this.settings);
    const [first] = keys;
    if (!first) throw new Error('SIGNING_KEYS holds no key');
    this.key = createPrivateKey({ key: first as unknown as import('node:crypto').JsonWebKey, format: 'jwk' });
    createPublicKey(this.key);
    this.kid = first.kid as string;
    this.verifier = createLocalJWKSet(publicKeys(keys));
  }

  /** A compact JWS (EdDSA). Signing is deterministic: the same statement always gives the same token. */
  sign(statement: Statement): string {
    const key = JSON.stringify(statement);
    const known = this.tokens.get(key);
    if (known) return known;
    const part = (o: object): string => Buffer.from(JSON.stringify(o)).toString('base64url');
    const text = `${part({ alg: 'EdDSA', kid: this.kid })}.${part(statement)}`;
    const token = `${text}.${sign(null, Buffer.from(text), this.key).toString('base64url')}`;
    if (this.tokens.size >= 5_000) this.tokens.delete(this.tokens.keys().next().value as string);
    this.tokens.set(key, token);
    return token;
  }

  /** @returns the statement, even where it has expired, or null when the token is not ours */
  async verify(token: string): Promise<Statement | null> {
    try {
      const { payload } = await jwtVerify(token, this.verifier, { algorithms: ['EdDSA'], currentDate: new Date(0), clockTolerance: 1e12 });
      return typeof payload.k === 'string' && typeof payload.r === 'string' && typeof payload.iat === 'number' ? (payload as unknown as Statement) : null;
    } catch {
      return null;
    }
  }

  /** Public address in the QR code of a statement. */
  url(statement: Statement): string {
    return `${this.settings.publicUrl.replace(/\/$/, '')}/v/${this.sign(statement)}`;
  }

  /** The image of a statement's QR code, cached. */
  async image(statement: Statement, format: 'png' | 'svg'): Promise<CodeImage> {
    const url = this.url(statement);
    const key = `${format} ${url}`;
    const known = this.images.get(key);
    if (known) return known;
    const options = { errorCorrectionLevel: 'M', margin: 4 } as const;
    const bytes =
      format === 'svg'
        ? Buffer.from(await QRCode.toString(url, { ...options, type: 'svg' }))
        : await QRCode.toBuffer(url, { ...options, type: 'png', width: 480 });
    const image = { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
    if (this.images.size >= 2_000) this.images.delete(this.images.keys().next().value as string);
    this.images.set(key, image);
    return image;
  }
}
