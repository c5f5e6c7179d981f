import { integrityOf } from './build-files.mjs';
import { addressProblems, unguarded } from './entry.mjs';
import { signatureOf, signer } from './signing.mjs';

/** @typedef {import('./store.mjs').Store} Store */

/** The signature of a stored version over its remote.json: without it, who can write to the store could have a changed one signed by the next rollback. */
const signatureFile = 'remote.sig';

/** Signs a version that is in the store. @param {Store} store @param {{ name: string, version: string }} remote @param {import('node:crypto').KeyObject} privateKey */
export const signVersion = (store, remote, privateKey) =>
  store.write(remote.name, remote.version, signatureFile, Buffer.from(signatureOf('version', remote, privateKey)));

/** `remote.json` of a stored version; undefined when it cannot be read. @param {Store} store @param {string} area @param {string} version */
export async function storedRemote(store, area, version) {
  try {
    return JSON.parse(String(await store.read(area, version, 'remote.json')));
  } catch {
    return undefined;
  }
}

/**
 * What is wrong with a stored version: its signature, its hashes, its files.
 * @param {Store} store @param {string} area @param {string} version @param {string[]} keys that may have signed it
 * @returns {Promise<string[]>}
 */
export async function versionProblems(store, area, version, keys) {
  const remote = await storedRemote(store, area, version);
  if (remote?.name !== area || remote.version !== version)
    return [`${area} ${version} is not in the store. "history" shows the versions, "prune" removes old ones.`];
  const names = await store.files(area, version);
  const bytes = await Promise.all(names.map((name) => store.read(area, version, name)));
  const files = new Map(names.flatMap((name, index) => (bytes[index] ? [/** @type {[string, Buffer]} */ ([name, bytes[index]])] : [])));
  const wrong = [...addressProblems(remote), ...unguarded(files.keys(), remote)];
  if (!signer('version', remote, files.get(signatureFile)?.toString('utf8'), keys))
    wrong.push(`${area} ${version} has no signature of a key of ${area}. Publish it again from its build.`);
  const actual = integrityOf(files, area, version);
  for (const [url, hash] of Object.entries(remote.integrity ?? {})) {
    if (!actual[url]) wrong.push(`${url} is missing`);
    else if (actual[url] !== hash) wrong.push(`${url} has been changed since it was published`);
  }
  return wrong;
}
