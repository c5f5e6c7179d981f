import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { developmentTrustFile, Keys } from './keys.mjs';
import { signatureOf } from './signing.mjs';

let last = 0;
/** @param {import('./signing.mjs').Purpose} purpose @param {object} fields @param {import('node:crypto').KeyObject} key */
export function signedEntry(purpose, fields, key) {
  last = Math.max(Date.now(), last + 1);
  const entry = { sequence: last, ...fields };
  return { ...entry, signature: signatureOf(purpose, entry, key) };
}

/**
 * For tests: writes a registry whose entries are signed with development keys made beside it.
 * @param {string} dir @param {{ name: string }[]} areas @param {number} [generation]
 * @returns the registry
 */
export async function aRegistry(dir, areas, generation = 1) {
  const keys = new Keys({ trustFile: developmentTrustFile(dir), development: true });
  const registry = { generation, areas: await Promise.all(areas.map(async (area) => signedEntry('stable', area, await keys.privateKey(area.name)))) };
  putRegistry(dir, JSON.stringify(registry));
  return registry;
}

/** For tests: puts a text in the registry's place, in one step. @param {string} dir @param {string} text */
export function putRegistry(dir, text) {
  mkdirSync(dir, { recursive: true });
  const temporary = path.join(dir, `.${randomUUID()}`);
  writeFileSync(temporary, text);
  renameSync(temporary, path.join(dir, 'remotes.json'));
}
