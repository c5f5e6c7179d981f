import { type KeyObject, randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Purpose, signatureOf } from '../signing.ts';
import { developmentTrustFile, SigningKeys } from '../signing-keys.ts';

let lastSequence = 0;

/** For tests: adds a sequence number and a signature to the fields of an entry. */
export function signedEntry<T extends object>(purpose: Purpose, fields: T, key: KeyObject): T & { sequence: number; signature: string } {
  lastSequence = Math.max(Date.now(), lastSequence + 1);
  const entry = { sequence: lastSequence, ...fields };
  return { ...entry, signature: signatureOf(purpose, entry, key) };
}

/** For tests: writes a registry whose entries are signed with development keys. The keys are generated beside the registry. */
export async function writeSignedRegistry<T extends { name: string }>(
  dir: string,
  areas: T[],
  generation = 1,
): Promise<{ generation: number; areas: (T & { sequence: number; signature: string })[] }> {
  const keys = new SigningKeys({ trustFile: developmentTrustFile(dir), development: true });
  const registry = { generation, areas: await Promise.all(areas.map(async (area) => signedEntry('stable', area, await keys.privateKey(area.name)))) };
  writeRegistry(dir, JSON.stringify(registry));
  return registry;
}

/** For tests: replaces the text of a registry atomically. */
export function writeRegistry(dir: string, text: string): void {
  mkdirSync(dir, { recursive: true });
  const temporary = path.join(dir, `.${randomUUID()}`);
  writeFileSync(temporary, text);
  renameSync(temporary, path.join(dir, 'remotes.json'));
}
