import { brotliCompressSync, constants } from 'node:zlib';
import { sha384 } from './build-files.ts';
import { canonicalJson } from './canonical-json.ts';
import type { MenuItem, RemoteJson } from './registry.ts';
import type { Store } from './store.ts';
import { storedRemote } from './stored-version.ts';

/** A call that a version makes to its service, taken from the version's contract. */
export interface ContractCall {
  description: string;
  method: string;
  path: string;
  /** Hash of everything that the version expects of the call. */
  hash: string;
}

/** File name of the contract within a build. */
export const contractFile = 'contract.json';

/** The items that exist only in the newer version, only in the older one, and in both but with differences. */
export interface Differences<T> {
  added: T[];
  removed: T[];
  changed: T[];
}

/** A file of a version. The name lacks the hash that the build adds to it. Sizes are in bytes as sent, that is compressed. */
export interface FileSize {
  file: string;
  before?: number;
  after?: number;
}

/** The differences between two versions of an area. */
export interface VersionDiff {
  area: string;
  from: string;
  to: string;
  size: { before: number; after: number };
  files: Differences<FileSize>;
  contract: Differences<{ description: string; method: string; path: string }>;
  prefixes: Differences<string>;
  menu: Differences<{ path: string; roles: string[] }>;
  roles: Differences<string>;
  kit: { before: number; after: number };
}

interface Contents {
  remote: RemoteJson;
  files: Map<string, { hash: string; size: number }>;
  calls: Map<string, ContractCall>;
}

/** Removes the hash that the build puts into a file name, so that the same file has the same name in both versions. */
const plainName = (file: string): string => file.replace(/[.-][0-9a-f]{8,}(?=\.)/i, '');

/**
 * Checks whether a file is compared as a whole. Excluded are files that publishing writes, files that describe the build or are compared item by item, and
 * compressed copies.
 */
const isCounted = (file: string): boolean =>
  !/^(remote\.json|remote\.sig|contract\.json|build\.json|mf-manifest\.json|mf-stats\.json|sbom\.cdx\.json|provenance\.intoto\.json)$|\.(br|gz)$/.test(file);

const sentSize = (bytes: Buffer, packed: Buffer | undefined): number =>
  packed?.length ?? brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;

async function contentsOf(store: Store, area: string, version: string): Promise<Contents> {
  const remote = await storedRemote(store, area, version);
  if (remote?.name !== area) throw new Error(`${area} ${version} is not in the store`);
  const names = await store.files(area, version);
  const files: Contents['files'] = new Map();
  for (const name of names.filter(isCounted)) {
    const bytes = await store.read(area, version, name);
    if (!bytes) continue;
    // Two files that differ only in the hash of their names are both counted.
    const key = files.has(plainName(name)) ? name : plainName(name);
    const packed = names.includes(`${name}.br`) ? await store.read(area, version, `${name}.br`) : undefined;
    // Files contain addresses with the version in them. That alone is not a difference, so it is removed before hashing.
    files.set(key, {
      hash: sha384(bytes.toString('latin1').replaceAll(version, '').replaceAll(version.replace(/\W/g, '_'), '')),
      size: sentSize(bytes, packed),
    });
  }
  const listed = names.includes(contractFile) ? JSON.parse(String(await store.read(area, version, contractFile))) : [];
  return { remote, files, calls: new Map((Array.isArray(listed) ? listed : []).map((call: ContractCall) => [call.description, call])) };
}

/**
 * Compares two maps.
 * @param shown builds the description of a difference
 */
function compared<V, T>(before: ReadonlyMap<string, V>, after: ReadonlyMap<string, V>, same: (a: V, b: V) => boolean, shown: (key: string, b?: V, a?: V) => T) {
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort();
  const found: Differences<T> = { added: [], removed: [], changed: [] };
  for (const key of keys) {
    const [b, a] = [before.get(key), after.get(key)];
    if (b === undefined) found.added.push(shown(key, b, a));
    else if (a === undefined) found.removed.push(shown(key, b, a));
    else if (!same(b, a)) found.changed.push(shown(key, b, a));
  }
  return found;
}

const sameSet = (before: readonly string[], after: readonly string[]): Differences<string> =>
  compared(new Map(before.map((each) => [each, each])), new Map(after.map((each) => [each, each])), () => true, String);

const menuOf = ({ menu }: RemoteJson): Map<string, MenuItem> => new Map(menu.map((item) => [item.path, item]));
const rolesOf = ({ menu }: RemoteJson): string[] => [...new Set(menu.flatMap(({ roles }) => roles ?? []))];

/**
 * Compares two stored versions of an area.
 * @throws Error when one of them is not in the store
 */
export async function diffVersions(store: Store, area: string, from: string, to: string): Promise<VersionDiff> {
  const [before, after] = [await contentsOf(store, area, from), await contentsOf(store, area, to)];
  const total = ({ files }: Contents): number => [...files.values()].reduce((sum, { size }) => sum + size, 0);
  return {
    area,
    from,
    to,
    size: { before: total(before), after: total(after) },
    files: compared(
      before.files,
      after.files,
      (a, b) => a.hash === b.hash,
      (file, b, a) => ({ file, ...(b ? { before: b.size } : {}), ...(a ? { after: a.size } : {}) }),
    ),
    contract: compared(
      before.calls,
      after.calls,
      (a, b) => a.hash === b.hash,
      (description, b, a) => ({ description, method: (a ?? b)?.method ?? '', path: (a ?? b)?.path ?? '' }),
    ),
    prefixes: sameSet(before.remote.prefixes, after.remote.prefixes),
    menu: compared(
      menuOf(before.remote),
      menuOf(after.remote),
      (a, b) => canonicalJson(a) === canonicalJson(b),
      (path, b, a) => ({ path, roles: (a ?? b)?.roles ?? [] }),
    ),
    roles: sameSet(rolesOf(before.remote), rolesOf(after.remote)),
    kit: { before: before.remote.kit, after: after.remote.kit },
  };
}
