import type { KeyObject } from 'node:crypto';
import { type BuildFiles, integrityOf } from './build-files.ts';
import { addressProblems, missingHashes } from './entry-checks.ts';
import { buildFile, provenanceFile, provenanceProblems, sbomFile, sbomProblems } from './provenance.ts';
import type { RemoteJson } from './registry.ts';
import { signatureOf, signerOf } from './signing.ts';
import type { Store } from './store.ts';

/**
 * File name of the signature over the `remote.json` of a stored version. Without this signature, somebody who can write to the store could change a version,
 * and the next rollback would sign the changed version.
 */
export const signatureFile = 'remote.sig';

const records = [sbomFile, buildFile, provenanceFile, signatureFile];

/**
 * Checks whether a file, compressed or not, is a record for those who deploy a version: the bill of materials, `build.json`, the provenance or the signature.
 * No browser needs these files.
 */
export const isRecordOfVersion = (path: string): boolean => records.some((name) => path.replace(/\.(br|gz)$/, '').endsWith(`/${name}`));

/** Signs a stored version and writes the signature into the store. */
export const signVersion = (store: Store, remote: RemoteJson, privateKey: KeyObject): Promise<void> =>
  store.write(remote.name, remote.version, signatureFile, Buffer.from(signatureOf('version', remote, privateKey)));

/** Reads the `remote.json` of a stored version. Returns undefined when it cannot be read. */
export async function storedRemote(store: Store, area: string, version: string): Promise<RemoteJson | undefined> {
  try {
    return JSON.parse(String(await store.read(area, version, 'remote.json')));
  } catch {
    return undefined;
  }
}

/**
 * Compares a stored version with its signature and its hashes.
 * @param keys public keys that may have signed it
 * @returns what is wrong, as sentences
 */
export async function versionProblems(store: Store, area: string, version: string, keys: string[]): Promise<string[]> {
  const remote = await storedRemote(store, area, version);
  if (remote?.name !== area || remote.version !== version)
    return [`${area} ${version} is not in the store. "history" shows the versions, "prune" removes old ones.`];
  const names = await store.files(area, version);
  const bytes = await Promise.all(names.map((name) => store.read(area, version, name)));
  const files: BuildFiles = new Map(names.flatMap((name, index) => (bytes[index] ? [[name, bytes[index]]] : [])));
  const problems = [...addressProblems(remote), ...missingHashes(files.keys(), remote)];
  if (!signerOf('version', remote, files.get(signatureFile)?.toString('utf8'), keys))
    problems.push(`${area} ${version} has no signature of a key of ${area}. Publish it again from its build.`);
  const actual = integrityOf(files, area, version);
  for (const [url, hash] of Object.entries(remote.integrity ?? {})) {
    if (!actual[url]) problems.push(`${url} is missing`);
    else if (actual[url] !== hash) problems.push(`${url} has been changed since it was published`);
  }
  if (remote.sbom !== undefined) problems.push(...sbomProblems(files, remote));
  problems.push(...provenanceProblems(files.get(provenanceFile)?.toString('utf8'), remote, keys));
  return problems;
}
