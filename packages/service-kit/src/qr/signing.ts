/** Signs the statements in QR codes, and draws their images. */
import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { createLocalJWKSet, exportJWK, generateKeyPair, type JSONWebKeySet, type JWK, jwtVerify } from 'jose';
import { ServiceSettings } from '../settings/settings.ts';
import { sharedSecretFile } from '../settings/shared-secret-file.ts';
import { codeAsPng, codeAsSvg } from './draw-code.ts';
import { Seals } from './seals.ts';
import type { Statement, VerifiedStatement } from './statements.ts';

/** A key of the file. A `revoked` key signs nothing, and everything that it has signed is refused. */
export type SigningKey = JWK & { revoked?: boolean };

/** Reads the private key set. In development a key is generated if the settings name none. */
export async function loadSigningKeys(settings: ServiceSettings): Promise<SigningKey[]> {
  const setting = { name: 'SIGNING_KEYS', holds: 'a private JWK set', path: settings.signingKeys, fallback: join(settings.dataDir, 'signing-keys.json') };
  const { keys } = await sharedSecretFile<{ keys: SigningKey[] }>(settings, setting, async () => {
    const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
    const jwk = await exportJWK(privateKey);
    jwk.kid = createHash('sha256').update(String(jwk.x)).digest('base64url').slice(0, 12);
    return { keys: [jwk] };
  });
  return keys;
}

/** Returns the public keys, and the ids of the revoked keys. */
export const publicKeys = (keys: readonly SigningKey[]): JSONWebKeySet & { revoked: string[] } => ({
  keys: keys.filter(({ revoked }) => !revoked).map(({ kty, crv, x, kid }) => ({ kty: kty as string, crv, x, kid, alg: 'EdDSA', use: 'sig' }) as JWK),
  revoked: keys.filter(({ revoked }) => revoked).map(({ kid }) => kid as string),
});

/** The form of a QR code's content: the token of the published contract, or the seal, which is shorter and identifies the person for the gate. */
export type CodeForm = 'token' | 'seal';

/** The image of a QR code, and its ETag. */
export interface CodeImage {
  bytes: Buffer;
  etag: string;
}

@Injectable()
export class Signer {
  private key: KeyObject;
  private kid: string;
  private verifier: ReturnType<typeof createLocalJWKSet>;
  private seals: Seals;
  private readonly images = new Map<string, CodeImage>();
  private readonly codes = new Map<string, string>();

  constructor(private readonly settings: ServiceSettings) {}

  async onModuleInit(): Promise<void> {
    const keys = await loadSigningKeys(this.settings);
    const [first] = keys.filter(({ revoked }) => !revoked);
    if (!first) throw new Error('SIGNING_KEYS holds no key that is not revoked');
    this.key = createPrivateKey({ key: first as unknown as import('node:crypto').JsonWebKey, format: 'jwk' });
    this.kid = first.kid as string;
    const open = publicKeys(keys);
    this.verifier = createLocalJWKSet(open);
    this.seals = await Seals.open(first, this.key, open.keys);
  }

  /** Signs a statement as a token: a compact JWS (EdDSA). Signing is deterministic: the same statement always gives the same token. */
  sign({ sealed: _sealed, ...statement }: Statement): string {
    return this.kept(JSON.stringify(statement), () => {
      const part = (o: object): string => Buffer.from(JSON.stringify(o)).toString('base64url');
      const text = `${part({ alg: 'EdDSA', kid: this.kid })}.${part(statement)}`;
      return `${text}.${sign(null, Buffer.from(text), this.key).toString('base64url')}`;
    });
  }

  /** Returns the content of a QR code: a token, or the document's seal where it has one. A credential for wallets would be a third form. */
  code(statement: Statement, form: CodeForm): string {
    const sealed = form === 'seal' ? statement.sealed : undefined;
    return (sealed && this.kept(JSON.stringify(statement), () => this.seals.make(statement, sealed))) ?? this.sign(statement);
  }

  /** Verifies a seal or a token. @returns what it states, even where it has expired, or null when this portal did not make it */
  async verify(token: string): Promise<VerifiedStatement | null> {
    if (!token.includes('.')) return this.seals.verify(token);
    try {
      const { payload } = await jwtVerify(token, this.verifier, { algorithms: ['EdDSA'], currentDate: new Date(0), clockTolerance: 1e12 });
      return typeof payload.k === 'string' && typeof payload.r === 'string' && typeof payload.iat === 'number'
        ? (payload as unknown as VerifiedStatement)
        : null;
    } catch {
      return null;
    }
  }

  /** Returns the public URL in the QR code of a statement. */
  url(statement: Statement, form: CodeForm = 'token'): string {
    return `${this.settings.publicUrl.replace(/\/$/, '')}/v/${this.code(statement, form)}`;
  }

  private kept<Code extends string | undefined>(key: string, make: () => Code): Code {
    const known = this.codes.get(key);
    if (known !== undefined) return known as Code;
    const code = make();
    if (code === undefined) return code;
    if (this.codes.size >= 5_000) this.codes.delete(this.codes.keys().next().value as string);
    this.codes.set(key, code);
    return code;
  }

  /** Draws the image of a statement's QR code, and caches it. */
  async image(statement: Statement, format: 'png' | 'svg', form: CodeForm = 'token'): Promise<CodeImage> {
    const url = this.url(statement, form);
    const key = `${format} ${url}`;
    const known = this.images.get(key);
    if (known) return known;
    const bytes = format === 'svg' ? Buffer.from(await codeAsSvg(url)) : codeAsPng(url, { width: 480 });
    const image = { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
    if (this.images.size >= 2_000) this.images.delete(this.images.keys().next().value as string);
    this.images.set(key, image);
    return image;
  }
}
