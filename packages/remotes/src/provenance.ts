import type { KeyObject } from 'node:crypto';
import { attest, attested, type Material, type Subject, statementOf } from './attestation.ts';
import { type BuildFiles, sha384 } from './build-files.ts';
import { baseOf } from './entry-checks.ts';
import type { RemoteJson } from './registry.ts';
import type { Store } from './store.ts';

/** File name of the software bill of materials (CycloneDX), which lists every package whose code is in the build. */
export const sbomFile = 'sbom.cdx.json';

/** File name of the build's own record of its sources and tools. Publishing signs its content. */
export const buildFile = 'build.json';

/** File name of the signed provenance of a published version. */
export const provenanceFile = 'provenance.intoto.json';

/** Content of `build.json`. */
export interface BuildJson {
  materials: Material[];
  /** Versions of the tools that built it, such as `{ "node": "22.1.0" }`. */
  versions: Record<string, string>;
  builder: string;
  /** When the build ended, in ISO 8601. */
  finishedOn: string;
}

type Described = Pick<RemoteJson, 'name' | 'version' | 'integrity' | 'sbom'>;

const hexOf = (hash: string): string => Buffer.from(hash.replace(/^sha384-/, ''), 'base64').toString('hex');

/** Lists what the provenance of a version covers: every file that a browser runs, and the bill of materials, with the digests from the entry. */
const subjectsOf = (remote: Described): Subject[] =>
  [...Object.entries(remote.integrity ?? {}).map(([url, hash]) => [url.slice(baseOf(remote).length), hash] as const), [sbomFile, remote.sbom ?? ''] as const]
    .map(([name, hash]) => ({ name, digest: { sha384: hexOf(hash) } }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));

/** Signs the provenance of a stored version and writes it into the store. */
export async function signProvenance(store: Store, remote: RemoteJson, privateKey: KeyObject): Promise<void> {
  const text = await store.read(remote.name, remote.version, buildFile);
  const { materials, versions, builder, finishedOn } = JSON.parse(String(text)) as BuildJson;
  const parameters = { area: remote.name, version: remote.version };
  const statement = statementOf({ subject: subjectsOf(remote), buildType: 'urn:portal:build:screens:1', parameters, materials, versions, builder, finishedOn });
  await store.write(remote.name, remote.version, provenanceFile, Buffer.from(JSON.stringify(attest(statement, privateKey))));
}

/**
 * Compares the provenance of a version with its entry. Versions from releases without a bill of materials have no provenance, and are not checked.
 * @param text provenance file from the store
 * @param keys public keys that may have signed it
 * @returns what is wrong, as sentences
 */
export function provenanceProblems(text: string | undefined, remote: Described, keys: string[]): string[] {
  if (remote.sbom === undefined) return [];
  const { name, version } = remote;
  const statement = attested(text, keys);
  if (!statement) return [`${name} ${version} has no provenance that a key of ${name} has signed. Publish it again from its build.`];
  const { area, version: built } = statement.predicate.buildDefinition.externalParameters;
  if (area !== name || built !== version) return [`The provenance of ${name} ${version} is about another version. Publish it again from its build.`];
  const same = JSON.stringify(statement.subject) === JSON.stringify(subjectsOf(remote));
  return same ? [] : [`The provenance of ${name} ${version} is about other files. Publish it again from its build.`];
}

/**
 * Checks that the bill of materials is the one whose hash the build names.
 * @returns what is wrong, as sentences
 */
export function sbomProblems(files: BuildFiles, { sbom }: Pick<RemoteJson, 'sbom'>): string[] {
  const bytes = files.get(sbomFile);
  if (!bytes) return [`${sbomFile}: missing. Build the area with "npm run build".`];
  if (sha384(bytes) !== sbom) return [`${sbomFile}: it is not the one that was built (its hash differs from "sbom" in remote.json). Build the area again.`];
  return bytes.includes('"CycloneDX"') ? [] : [`${sbomFile}: must be a bill of materials in the form of CycloneDX. Build the area again.`];
}

/**
 * Checks that the build states what it was made of.
 * @returns what is wrong, as sentences
 */
export function buildProblems(files: BuildFiles): string[] {
  try {
    const { materials, builder, finishedOn } = JSON.parse(String(files.get(buildFile))) as Partial<BuildJson>;
    if (Array.isArray(materials) && materials.length && builder && finishedOn) return [];
  } catch {
    // Reported by the return statement below.
  }
  return [`${buildFile}: must say what the area was built of. Build the area with "npm run build".`];
}
