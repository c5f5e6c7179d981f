import { generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ProviderSecrets {
  jwks: { keys: JsonWebKey[] };
  cookieKeys: string[];
}

/** Returns the signing key and the cookie keys of the provider: generated once and kept in the data folder, so that sessions survive a restart. */
export function providerSecrets(folder: string): ProviderSecrets {
  const file = join(folder, 'secrets.json');
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ProviderSecrets;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw new Error(`The identity provider cannot read its keys in ${file}: ${(error as Error).message}`);
    }
  }
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const secrets: ProviderSecrets = {
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid: randomBytes(8).toString('hex') }] },
    cookieKeys: [randomBytes(32).toString('base64url')],
  };
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
  return secrets;
}
