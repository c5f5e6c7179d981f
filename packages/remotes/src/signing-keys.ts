import { createPrivateKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { locked } from './lock.mjs';
import { parseTrust, publicText } from './signing.mjs';

/** Name of the file of trusted keys in a folder of development keys. */
const trustName = 'trusted.json';

/** Where the development keys of a store are: beside what they sign, and below a name that is never served. @param {string} remotesDir */
export const developmentTrustFile = (remotesDir) => path.join(remotesDir, '.keys', trustName);

/** The keys that publishing signs and checks with. */
export class Keys {
  /**
   * @param {object} options
   * @param {string} options.trustFile public keys of every area
   * @param {string} [options.signing] the private key: PEM, or a file of it
   * @param {boolean} [options.development] makes the keys that are missing, beside the trust file
   */
  constructor({ trustFile, signing, development = false }) {
    this.trustFile = trustFile;
    this.signing = signing;
    this.development = development;
  }

  /** As the settings `REMOTES_KEYS` and `REMOTES_SIGNING_KEY` say. @param {Record<string, string | undefined>} environment @param {string} root */
  static from({ REMOTES_KEYS: trustFile, REMOTES_SIGNING_KEY: signing, REMOTES_DIR: folder, NODE_ENV: mode }, root) {
    return new Keys({
      trustFile: trustFile ? path.resolve(root, trustFile) : developmentTrustFile(path.resolve(root, folder || '.remotes')),
      signing,
      development: !trustFile && !signing && mode !== 'production',
    });
  }

  /** Public keys that may sign for an area; `undefined` where there is no trust file, as on the machine of a team. @param {string} area */
  async trusted(area) {
    const text = await readFile(this.trustFile, 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    try {
      return parseTrust(text).get(area) ?? [];
    } catch (error) {
      throw new Error(`${this.trustFile}: ${/** @type {Error} */ (error).message}`);
    }
  }

  /** The private key of an area, sure to be trusted where that can be known. @param {string} area */
  async privateKey(area) {
    const key = this.signing ? await readKey(this.signing) : await this.#developmentKey(area);
    const trusted = await this.trusted(area);
    if (trusted && !trusted.includes(publicText(key)))
      throw new Error(
        `The signing key is none of ${area}'s: "${publicText(key)}" is not listed for ${area} in ${this.trustFile}. Sign with the key of ${area}, or have its public half added there.`,
      );
    return key;
  }

  /** @param {string} area */
  async #developmentKey(area) {
    const file = path.join(path.dirname(this.trustFile), `${area}.pem`);
    const known = await readFile(file, 'utf8').catch(() => undefined);
    if (known && (!this.development || (await this.trusted(area))?.length)) return createPrivateKey(known);
    if (!this.development)
      throw new Error(`There is no key to sign ${area} with. Set REMOTES_SIGNING_KEY to its private key or the file of it; "keys ${area}" makes a pair.`);
    const folder = path.dirname(this.trustFile);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return locked(path.join(folder, '.lock'), async () => {
      const pem = (await readFile(file, 'utf8').catch(() => undefined)) ?? newKey();
      const trust = JSON.parse(await readFile(this.trustFile, 'utf8').catch(() => '{}'));
      const key = createPrivateKey(pem);
      await replaceFile(file, pem);
      await replaceFile(this.trustFile, `${JSON.stringify({ ...trust, [area]: [publicText(key)] }, null, 2)}\n`);
      return key;
    });
  }
}

/** A new private key, as PEM (PKCS 8). @returns {string} */
export const newKey = () => String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));

/** Reading sees the old file or the new one. @param {string} file @param {string} text */
async function replaceFile(file, text) {
  const temporary = `${file}.${randomUUID()}`;
  await writeFile(temporary, text, { mode: 0o600 });
  await rename(temporary, file);
}

/** @param {string} given PEM or a file of it */
async function readKey(given) {
  const isText = /-----|\n/.test(given);
  try {
    const key = createPrivateKey(isText ? given : await readFile(given, 'utf8'));
    if (key.asymmetricKeyType !== 'ed25519') throw Object.assign(new Error(), { code: key.asymmetricKeyType });
    return key;
  } catch (error) {
    // The key itself stays out of the message.
    throw new Error(
      `REMOTES_SIGNING_KEY must be an Ed25519 private key in PEM, or a file of it${isText ? '' : ` (${/** @type {NodeJS.ErrnoException} */ (error).code})`}.`,
    );
  }
}
