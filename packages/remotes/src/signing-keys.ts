import { createPrivateKey, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withLock } from './file-lock.ts';
import type { Environment } from './open-store.ts';
import { parseTrustedKeys, publicKeyText } from './signing.ts';

/** Returns the path of the trust file that belongs to a store's development keys. The file lies in a folder that is never served. */
export const developmentTrustFile = (remotesDir: string): string => path.join(remotesDir, '.keys', 'trusted.json');

interface SigningKeyOptions {
  /** Path of the trust file: the public keys of every area. */
  trustFile: string;
  /** The private key: PEM, or the path of a PEM file. */
  signing?: string;
  /** Whether missing keys are generated and stored beside the trust file. */
  development?: boolean;
}

/** The keys with which publishing signs and verifies. */
export class SigningKeys {
  readonly trustFile: string;
  readonly signing?: string;
  readonly development: boolean;

  constructor({ trustFile, signing, development = false }: SigningKeyOptions) {
    this.trustFile = trustFile;
    this.signing = signing;
    this.development = development;
  }

  /** Uses the keys that `REMOTES_KEYS` and `REMOTES_SIGNING_KEY` name. When neither is set, and outside production, generates development keys. */
  static from({ REMOTES_KEYS: trustFile, REMOTES_SIGNING_KEY: signing, REMOTES_DIR: folder, NODE_ENV: mode }: Environment, root: string): SigningKeys {
    return new SigningKeys({
      trustFile: trustFile ? path.resolve(root, trustFile) : developmentTrustFile(path.resolve(root, folder || '.remotes')),
      signing,
      development: !trustFile && !signing && mode !== 'production',
    });
  }

  /**
   * Reads the public keys that may sign for an area. Returns undefined when there is no trust file, as on the machine of a team.
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
   * Reads the private key of an area.
   * @throws Error when there is no key, when it is not an Ed25519 key, or when the trust file does not list it for this area
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

/**
 * Generates a private key (Ed25519).
 * @returns the key in PEM (PKCS 8)
 */
export const newKey = (): string => String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));

/** Replaces a file atomically: a reader sees either the old or the new text. */
async function replaceFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomUUID()}`;
  await writeFile(temporary, text, { mode: 0o600 });
  await rename(temporary, file);
}

/**
 * Reads a private key.
 * @param given PEM text, or the path of a PEM file
 */
async function readKey(given: string): Promise<KeyObject> {
  const isText = /-----|\n/.test(given);
  try {
    const key = createPrivateKey(isText ? given : await readFile(given, 'utf8'));
    if (key.asymmetricKeyType !== 'ed25519') throw Object.assign(new Error(), { code: key.asymmetricKeyType });
    return key;
  } catch (error) {
    // The error message must not contain the key.
    throw new Error(
      `REMOTES_SIGNING_KEY must be an Ed25519 private key in PEM, or a file of it${isText ? '' : ` (${(error as NodeJS.ErrnoException).code})`}.`,
    );
  }
}
