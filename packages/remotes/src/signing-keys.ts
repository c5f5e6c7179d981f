import { createPrivateKey, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withLock } from './file-lock.ts';
import type { Environment } from './open-store.ts';
import { parseTrustedKeys, publicKeyText } from './signing.ts';

/** The file of trusted keys that belongs to a store's development keys. It lies in a folder whose name is never served. */
export const developmentTrustFile = (remotesDir: string): string => path.join(remotesDir, '.keys', 'trusted.json');

interface SigningKeyOptions {
  /** File of the public keys of every area. */
  trustFile: string;
  /** The private key: PEM, or the path of a PEM file. */
  signing?: string;
  /** Makes missing keys beside the trust file. */
  development?: boolean;
}

/** The keys that publishing signs and verifies with. */
export class SigningKeys {
  readonly trustFile: string;
  readonly signing?: string;
  readonly development: boolean;

  constructor({ trustFile, signing, development = false }: SigningKeyOptions) {
    this.trustFile = trustFile;
    this.signing = signing;
    this.development = development;
  }

  /** The keys that `REMOTES_KEYS` and `REMOTES_SIGNING_KEY` name. Without both, and outside production, development keys are made. */
  static from({ REMOTES_KEYS: trustFile, REMOTES_SIGNING_KEY: signing, REMOTES_DIR: folder, NODE_ENV: mode }: Environment, root: string): SigningKeys {
    return new SigningKeys({
      trustFile: trustFile ? path.resolve(root, trustFile) : developmentTrustFile(path.resolve(root, folder || '.remotes')),
      signing,
      development: !trustFile && !signing && mode !== 'production',
    });
  }

  /**
   * Public keys that may sign for an area; undefined where there is no trust file, as on the machine of a team.
   * @throws Error when the trust file is not well-formed
   */
  async trusted(area: string): Promise<string[] | undefined> {
    const text = await readFile(this.trustFile, 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    try {
      return parseTrustedKeys(text).get(area) ?? [];
    } catch (error) {
      throw new Error(`${this.trustFile}: ${(error as Error).message}`);
    }
  }

  /**
   * The private key of an area.
   * @throws Error when there is none, when it is no Ed25519 key, or when the trust file does not list it for this area
   */
  async privateKey(area: string): Promise<KeyObject> {
    const key = this.signing ? await readKey(this.signing) : await this.developmentKey(area);
    const trusted = await this.trusted(area);
    if (trusted && !trusted.includes(publicKeyText(key)))
      throw new Error(
        `The signing key is none of ${area}'s: "${publicKeyText(key)}" is not listed for ${area} in ${this.trustFile}. Sign with the key of ${area}, or have its public half added there.`,
      );
    return key;
  }

  private async developmentKey(area: string): Promise<KeyObject> {
    const folder = path.dirname(this.trustFile);
    const file = path.join(folder, `${area}.pem`);
    const known = await readFile(file, 'utf8').catch(() => undefined);
    if (known && (!this.development || (await this.trusted(area))?.length)) return createPrivateKey(known);
    if (!this.development)
      throw new Error(`There is no key to sign ${area} with. Set REMOTES_SIGNING_KEY to its private key or the file of it; "keys ${area}" makes a pair.`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return withLock(path.join(folder, '.lock'), async () => {
      const pem = (await readFile(file, 'utf8').catch(() => undefined)) ?? newKey();
      const trust = JSON.parse(await readFile(this.trustFile, 'utf8').catch(() => '{}'));
      const key = createPrivateKey(pem);
      await replaceFile(file, pem);
      await replaceFile(this.trustFile, `${JSON.stringify({ ...trust, [area]: [publicKeyText(key)] }, null, 2)}\n`);
      return key;
    });
  }
}

/** Makes a private key (Ed25519). @returns its PEM (PKCS 8) */
export const newKey = (): string => String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));

/** Replaces a file in one step: a reader sees the old text or the new one. */
async function replaceFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomUUID()}`;
  await writeFile(temporary, text, { mode: 0o600 });
  await rename(temporary, file);
}

/** @param given PEM, or the path of a PEM file */
async function readKey(given: string): Promise<KeyObject> {
  const isText = /-----|\n/.test(given);
  try {
    const key = createPrivateKey(isText ? given : await readFile(given, 'utf8'));
    if (key.asymmetricKeyType !== 'ed25519') throw Object.assign(new Error(), { code: key.asymmetricKeyType });
    return key;
  } catch (error) {
    // The message must not repeat the key.
    throw new Error(
      `REMOTES_SIGNING_KEY must be an Ed25519 private key in PEM, or a file of it${isText ? '' : ` (${(error as NodeJS.ErrnoException).code})`}.`,
    );
  }
}
