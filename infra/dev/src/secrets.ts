import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const names = ['OIDC_CLIENT_SECRET', 'SESSION_SECRET', 'WITNESS_TOKEN'] as const;

export type DevelopmentSecrets = Record<(typeof names)[number], string>;

/** Returns the secrets of a development portal: random, generated once, and readable by the owner only. */
export function developmentSecrets(dataDir: string): DevelopmentSecrets {
  const file = join(dataDir, 'secrets.json');
  let known: Partial<DevelopmentSecrets> = {};
  try {
    known = JSON.parse(readFileSync(file, 'utf8')) as Partial<DevelopmentSecrets>;
  } catch {
    // If the file is missing or cannot be read, new secrets are made, which ends all sessions.
  }
  const secrets = Object.fromEntries(names.map((name) => [name, known[name] ?? randomBytes(32).toString('base64url')])) as DevelopmentSecrets;
  if (names.some((name) => known[name] === undefined)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  }
  return secrets;
}
