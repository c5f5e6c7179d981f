import semver from 'semver';
import { isGuarded } from './build-files.mjs';

/** Addresses of the shell and the gateway; no area may take them. */
const reserved = [
  '/',
  '/api',
  '/auth',
  '/remotes',
  '/remotes.json',
  '/identity',
  '/metrics',
  '/operations',
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
];

/** @param {unknown} value @returns {any[]} */
export const list = (value) => (Array.isArray(value) ? value : []);

/** @param {string} path @param {string} prefix */
export const within = (path, prefix) => path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`);

/** @param {unknown} path @returns {path is string} */
export const isPath = (path) => typeof path === 'string' && /^\/[\w\-/]*$/.test(path);

/** Where the files of a version are served. @param {{ name: string, version: string }} entry */
export const baseOf = ({ name, version }) => `/remotes/${name}/${version}/`;

/** An area named so can be a folder, an object key and a part of an address. @param {unknown} name */
export const isAreaName = (name) => typeof name === 'string' && /^[a-z][a-z0-9-]+$/.test(name);

/**
 * What is wrong with the files an entry names: each must lie below its version and have a hash.
 * @param {{ name: string, version: string, entry: string, preload?: string[], integrity?: Record<string, string> }} entry
 * @returns {string[]}
 */
export function addressProblems(entry) {
  const wrong = [];
  if (!semver.valid(entry.version)) wrong.push(`remote.json: "${entry.version}" is no version. Give package.json a version such as "1.0.0".`);
  const base = baseOf(entry);
  for (const url of [entry.entry, ...list(entry.preload)])
    if (typeof url !== 'string' || !url.startsWith(base) || url.includes('..')) wrong.push(`remote.json: "${url}" lies outside ${base}. Build the area again.`);
    else if (!isHash(entry.integrity?.[url])) wrong.push(withoutHash(url));
  for (const [url, hash] of Object.entries(entry.integrity ?? {}))
    if (!url.startsWith(base)) wrong.push(`remote.json: the hash of "${url}" is not for a file of ${base}. Build the area again.`);
    else if (!isHash(hash)) wrong.push(withoutHash(url));
  return wrong;
}

/** @param {unknown} hash */
const isHash = (hash) => typeof hash === 'string' && /^sha384-[A-Za-z0-9+/]{64}$/.test(hash);

/** @param {string} url */
const withoutHash = (url) => `remote.json: ${url} has no integrity hash; the page would refuse it. Build the area again.`;

/**
 * Files of a version that the browser could run though no hash guards them.
 * @param {Iterable<string>} files names below the version @param {{ name: string, version: string, integrity?: Record<string, string> }} entry
 */
export const unguarded = (files, entry) =>
  [...files]
    .filter(isGuarded)
    .map((file) => baseOf(entry) + file)
    .filter((url) => !isHash(entry.integrity?.[url]))
    .map(withoutHash);

/**
 * Addresses of an area that belong to the shell or to another area.
 * @param {{ name: string, prefixes?: unknown, verification?: unknown }} entry
 * @param {{ name: string, prefixes?: unknown, verification?: unknown }[]} areas what is deployed
 * @returns {string[]}
 */
export function prefixProblems(entry, areas) {
  const wrong = [];
  const others = areas.filter(({ name }) => name !== entry.name);
  for (const prefix of list(entry.prefixes)) {
    if (reserved.some((path) => path === prefix || (path !== '/' && within(prefix, path))))
      wrong.push(`area.json: "${prefix}" belongs to the shell. Choose another prefix.`);
    for (const other of others) {
      const clash = list(other.prefixes).find((taken) => within(prefix, taken) || within(taken, prefix));
      if (clash) wrong.push(`area.json: "${prefix}" meets "${clash}" of ${other.name}. A path belongs to one area; choose another or remove it there first.`);
    }
  }
  for (const kind of list(entry.verification)) {
    const other = others.find(({ verification }) => list(verification).includes(kind));
    if (other) wrong.push(`area.json: documents of kind "${kind}" are verified by ${other.name}. Remove it from "verification" in one of the two.`);
  }
  return wrong;
}
