import semver from 'semver';
import { isGuarded } from './build-files.ts';
import { type Entry, renderingsOf } from './registry.ts';

/** Addresses of the shell and the gateway, which no area may use. */
const reserved = [
  '/',
  '/api',
  '/auth',
  '/remotes',
  '/remotes.json',
  '/identity',
  '/metrics',
  '/operations',
  '/stopped-areas',
  '/telemetry',
  '/health',
  '/assets',
  '/v',
  '/my',
  '/staff',
  '/sign-in',
  '/accessibility',
  '/privacy',
  '/contact',
  '/open-data',
  '/events',
  '/languages',
  '/dev',
  '/design',
  '/icons',
];

/** Addresses below a reserved one that an area may use. Officers at the border look for the gate there, whichever area provides it. */
const openToAreas = ['/staff/catalogues', '/staff/gate', '/staff/lane-rules'];

/** Reads a field that has not been validated as a list. Any value that is not a list counts as an empty list. */
export function asList<T>(value: T[] | undefined): T[];
export function asList(value: unknown): unknown[];
export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Checks whether an address equals a prefix or lies below it. */
export const isWithin = (address: string, prefix: string): boolean => address === prefix || address.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`);

/** Checks whether a value is an absolute path that has only letters, digits, underscores, hyphens and slashes. */
export const isPath = (value: unknown): value is string => typeof value === 'string' && /^\/[\w\-/]*$/.test(value);

/** The address below which the files of a version are served. */
export const baseOf = ({ name, version }: Pick<Entry, 'name' | 'version'>): string => `/remotes/${name}/${version}/`;

/** Checks whether a name can be used as a folder name, in an object key and in an address. */
export const isAreaName = (name: unknown): name is string => typeof name === 'string' && /^[a-z][a-z0-9-]+$/.test(name);

/**
 * Checks the addresses of an entry: each file that the entry names must lie below the address of its version and have a hash.
 * @returns what is wrong, as sentences
 */
export function addressProblems(entry: Pick<Entry, 'name' | 'version' | 'entry' | 'preload' | 'screens' | 'integrity'>): string[] {
  const problems: string[] = [];
  if (!semver.valid(entry.version)) problems.push(`remote.json: "${entry.version}" is no version. Give package.json a version such as "1.0.0".`);
  const base = baseOf(entry);
  const drawn = Object.values(entry.screens ?? {}).flatMap((screen) => [
    ...renderingsOf(screen).flatMap((drawing) => Object.values(drawing?.html ?? {})),
    ...asList(screen?.files),
  ]);
  for (const url of [entry.entry, ...asList(entry.preload), ...drawn])
    if (typeof url !== 'string' || !url.startsWith(base) || url.includes('..'))
      problems.push(`remote.json: "${url}" lies outside ${base}. Build the area again.`);
    else if (!isHash(entry.integrity?.[url])) problems.push(missingHash(url));
  for (const [url, hash] of Object.entries(entry.integrity ?? {}))
    if (!url.startsWith(base)) problems.push(`remote.json: the hash of "${url}" is not for a file of ${base}. Build the area again.`);
    else if (!isHash(hash)) problems.push(missingHash(url));
  return problems;
}

const isHash = (hash: unknown): boolean => typeof hash === 'string' && /^sha384-[A-Za-z0-9+/]{64}$/.test(hash);

const missingHash = (url: string): string => `remote.json: ${url} has no integrity hash; the page would refuse it. Build the area again.`;

/**
 * Finds files of a version that a browser could run although the entry has no hash for them.
 * @param files file names, relative to the folder of the version
 * @returns what is wrong, as sentences
 */
export const missingHashes = (files: Iterable<string>, entry: Pick<Entry, 'name' | 'version' | 'integrity'>): string[] =>
  [...files]
    .filter(isGuarded)
    .map((file) => baseOf(entry) + file)
    .filter((url) => !isHash(entry.integrity?.[url]))
    .map(missingHash);

/** The addresses and document kinds that an area claims: fields of an entry that have not been validated yet. */
interface Claims {
  name: string;
  prefixes?: unknown;
  verification?: unknown;
}

/**
 * Finds addresses and document kinds of an area that belong to the shell or to another area.
 * @param areas the deployed areas
 * @returns what is wrong, as sentences
 */
export function prefixProblems(entry: Claims, areas: Claims[]): string[] {
  const problems: string[] = [];
  const others = areas.filter(({ name }) => name !== entry.name);
  for (const prefix of asList(entry.prefixes).map(String)) {
    if (!openToAreas.includes(prefix) && reserved.some((path) => path === prefix || (path !== '/' && isWithin(prefix, path))))
      problems.push(`area.json: "${prefix}" belongs to the shell. Choose another prefix.`);
    for (const other of others) {
      const clash = asList(other.prefixes)
        .map(String)
        .find((taken) => isWithin(prefix, taken) || isWithin(taken, prefix));
      if (clash)
        problems.push(`area.json: "${prefix}" meets "${clash}" of ${other.name}. A path belongs to one area; choose another or remove it there first.`);
    }
  }
  for (const kind of asList(entry.verification)) {
    const other = others.find(({ verification }) => asList(verification).includes(kind));
    if (other) problems.push(`area.json: documents of kind "${kind}" are verified by ${other.name}. Remove it from "verification" in one of the two.`);
  }
  return problems;
}
