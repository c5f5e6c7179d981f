import { brotliCompressSync, constants } from 'node:zlib';
import semver from 'semver';
import { type BuildFiles, integrityOf, isGuarded } from './build-files.ts';
import { canonicalJson } from './canonical-json.ts';
import { addressProblems, asList, baseOf, isAreaName, isPath, isWithin, missingHashes, prefixProblems } from './entry-checks.ts';
import { buildProblems, sbomProblems } from './provenance.ts';
import type { Registry, RemoteJson } from './registry.ts';
import { screenProblems } from './screen-checks.ts';
import { addedByPublishing } from './signing.ts';
import { sizeLimits as defaultLimits, type SizeLimits } from './size-limits.ts';

/** A module that the shell provides and the remotes share, in the form in which module federation writes it into a manifest. */
export interface SharedModule {
  name: string;
  version: string;
  requiredVersion?: string;
  singleton?: boolean;
  assets?: { js?: { sync?: string[]; async?: string[] } };
}

/** Content of `mf-manifest.json`: how module federation describes a build. */
export interface FederationManifest {
  metaData: { publicPath: string; globalName: string; getPublicPath?: string };
  exposes: { path: string }[];
  shared: SharedModule[];
}

/** A build with its own description of itself. The gate checks whether the description is true. */
export interface Build {
  remote: RemoteJson;
  manifest: FederationManifest;
  files: BuildFiles;
}

/** What a build is compared with. */
export interface GateContext {
  registry: Registry;
  /** The manifest of the shell that the build must be compatible with. */
  shell: { shared: SharedModule[] };
  /** The stored `remote.json` of the same version, when that version is already in the store. */
  stored?: RemoteJson;
  /** Folders of this machine whose paths no file may contain. */
  roots: string[];
  limits?: SizeLimits;
}

/** A check of the gate. It returns sentences that name the file and say what to do. */
type Check = (build: Build, context: GateContext) => string[];

const fieldsOf = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {});

const matches = (value: unknown, pattern: RegExp): value is string => typeof value === 'string' && pattern.test(value);

const isTitle = (title: unknown): boolean => ['en', 'pt'].every((language) => matches(fieldsOf(title)[language], /./s));

const wellFormedArea: Check = ({ remote }) => {
  const problems: string[] = [];
  const say = (what: string): number => problems.push(`area.json: ${what}`);
  const { name, title, prefixes, api, kit, verification, kinds, menu } = fieldsOf(remote);
  const liesInArea = (address: unknown): boolean =>
    isPath(address) && asList(prefixes).some((prefix) => typeof prefix === 'string' && isWithin(address, prefix));
  if (!isAreaName(name)) say('"name" must be the folder\'s name in small letters, such as "mf-trips".');
  if (!isTitle(title)) say('"title" needs a text in "en" and in "pt".');
  if (!asList(prefixes).length || !asList(prefixes).every((prefix) => isPath(prefix) && prefix.length > 1))
    say('"prefixes" must list the paths the area serves, each starting with "/".');
  if (!matches(api, /^\/api\/[a-z][a-z0-9-]*$/)) say('"api" must be the service\'s prefix, such as "/api/trips".');
  if (!Number.isInteger(kit)) say('"kit" must be the major version of web-kit the area is written for.');
  if (verification !== undefined && !(Array.isArray(verification) && verification.every((kind) => typeof kind === 'string')))
    say('"verification" must list document kinds.');
  for (const [index, kind] of asList(kinds).map(fieldsOf).entries()) {
    const where = `kind ${index + 1} (${kind.path})`;
    if (!matches(kind.path, /^\/v1\/[\w/-]+$/)) say(`${where}: "path" must be where the service answers for these documents, such as "/v1/triptic/trip".`);
    if (!isTitle(kind.title)) say(`${where}: "title" needs a text in "en" and in "pt".`);
    if (!matches(kind.roles, /^[a-z][a-z-]*$/)) say(`${where}: "roles" must be what the roles of these documents begin with, such as "triptic-trip".`);
    if (!liesInArea(kind.screen)) say(`${where}: "screen" must be the officers' page of a document, without its id, below one of the area's prefixes.`);
  }
  for (const [index, { path, list: address }] of asList(kinds).map(fieldsOf).entries())
    if (address !== undefined && !liesInArea(address))
      say(`kind ${index + 1} (${path}): "list" must be the officers' list of all these documents, below one of the area's prefixes.`);
  for (const [index, { path, takenOverBy }] of asList(kinds).map(fieldsOf).entries())
    if (takenOverBy !== undefined && !(liesInArea(fieldsOf(takenOverBy).path) && isTitle(fieldsOf(takenOverBy).title)))
      say(`kind ${index + 1} (${path}): "takenOverBy" needs the "path" of a form below the area's prefixes, and a "title" in "en" and in "pt".`);
  if (kinds !== undefined && !Array.isArray(kinds)) say('"kinds" must list the kinds of documents that people own.');
  if (remote.offline !== undefined) {
    const { screens, under, calls, catalogues } = fieldsOf(remote.offline);
    const isPublic = (address: unknown): boolean => liesInArea(address) && String(address).startsWith('/eservice/');
    const isScreen = (address: unknown): boolean => isPublic(address) || (liesInArea(address) && String(address).startsWith('/staff/'));
    if (!(Array.isArray(screens) && screens.every(isScreen) && Array.isArray(under) && under.every(isPublic)))
      say(
        '"offline" needs "screens", which lists addresses of the public or below "/staff/", and "under", which lists public ones, all below the area\'s prefixes.',
      );
    if (!Array.isArray(calls) || !calls.every((call) => matches(call, /^\/v1\/[\w/?=-]+$/)))
      say('"offline" needs "calls", which lists paths of the area\'s service, such as "/v1/triptic/trip/info".');
    if (!Array.isArray(catalogues) || !catalogues.every((catalogue) => matches(catalogue, /^[a-z][a-z-]*$/)))
      say('"offline" needs "catalogues", which lists names such as "countries".');
  }
  if (!Array.isArray(menu)) say('"menu" must be a list, which may be empty.');
  for (const [index, item] of asList(menu).map(fieldsOf).entries()) {
    const where = `menu entry ${index + 1} (${item.path})`;
    if (!liesInArea(item.path)) say(`${where}: "path" must lie below one of the area's prefixes.`);
    if (!isTitle(item.title)) say(`${where}: "title" needs a text in "en" and in "pt".`);
    if (item.audience !== 'public' && item.audience !== 'staff') say(`${where}: "audience" must be "public" or "staff".`);
    const tile = item.tile === undefined ? undefined : fieldsOf(item.tile);
    if (tile && !(isTitle(tile.name) && isTitle(tile.about) && (tile.needs === undefined || isTitle(tile.needs))))
      say(`${where}: "tile" needs "name" and "about", each with a text in "en" and in "pt".`);
    if (item.plain !== undefined && !(item.audience === 'public' && asList(kinds).some((kind) => fieldsOf(kind).path === item.plain)))
      say(`${where}: "plain" must be the "path" of one of the area's kinds, on an entry for the public.`);
    if (item.key !== undefined && !matches(item.key, /^[a-z]$/)) say(`${where}: "key" must be one small letter, the one that leads officers there.`);
    if (item.audience === 'staff' && !asList(item.roles).length) say(`${where}: name in "roles" who may see it; a staff screen is not for everyone.`);
  }
  return problems;
};

const wellFormedManifest: Check = ({ remote, manifest }) => {
  const problems = (['metaData', 'exposes', 'shared'] as const)
    .filter((key) => !manifest[key])
    .map((key) => `mf-manifest.json: "${key}" is missing. Build the area with "npm run build".`);
  if (problems.length) return problems;
  const { exposes, metaData } = manifest;
  if (!exposes.some(({ path }) => path === './lifecycles'))
    problems.push('mf-manifest.json: "./lifecycles" is not exposed. Add src/lifecycles.tsx that exports bootstrap, mount and unmount.');
  if (metaData.publicPath !== 'auto')
    problems.push(`mf-manifest.json: publicPath is "${metaData.publicPath}". Set output.publicPath to "auto"; the shell decides where files come from.`);
  if (metaData.getPublicPath) problems.push('mf-manifest.json: getPublicPath needs eval, which the page forbids. Remove it and use publicPath "auto".');
  if (metaData.globalName !== remote.global)
    problems.push(`remote.json: "global" is "${remote.global}" but the entry registers "${metaData.globalName}". Build the area again.`);
  return problems;
};

const addresses: Check = ({ remote }) => {
  const problems = addressProblems(remote);
  if (typeof remote.global === 'string' && !remote.global.endsWith(String(remote.version).replace(/\W/g, '_')))
    problems.push('remote.json: "global" must end with the version, or a live upgrade would run the old code.');
  const added = addedByPublishing.filter((name) => name in remote);
  if (added.length) problems.push(`area.json: "${added.join('", "')}" is written by publishing. Remove it.`);
  return problems;
};

/** A name that occurs only in React's own code. A build that contains it has bundled React. */
const reactInside = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';

const sharedSingletons: Check = ({ manifest, files }, { shell }) => {
  const problems: string[] = [];
  const provided = new Map(shell.shared.map((one) => [one.name, one]));
  for (const one of asList(manifest.shared)) {
    const host = provided.get(one.name);
    const copies = [...asList(one.assets?.js?.sync), ...asList(one.assets?.js?.async)];
    if (copies.length) problems.push(`mf-manifest.json: the build brings its own ${one.name} (${copies[0]}). Share it with "import: false".`);
    if (!host) problems.push(`mf-manifest.json: the shell does not provide ${one.name}. Import it through @portal/web-kit, or bundle it.`);
    else if (!one.singleton)
      problems.push(`mf-manifest.json: ${one.name} is no singleton; a second copy would run in the page. Set singleton: true in the bundler's configuration.`);
    else if (one.requiredVersion && !semver.satisfies(host.version, one.requiredVersion))
      problems.push(
        `mf-manifest.json: needs ${one.name} ${one.requiredVersion}, the shell provides ${host.version}. Use the project's version and build again.`,
      );
  }
  if (!asList(manifest.shared).some(({ name }) => name === '@portal/web-kit'))
    problems.push('mf-manifest.json: @portal/web-kit is not shared. Build src/lifecycles.tsx with defineArea() of the kit.');
  for (const [file, bytes] of files)
    if (file.endsWith('.js') && bytes.includes(reactInside))
      problems.push(`${file}: holds a copy of React. Share react, react-dom and react/jsx-runtime as singletons.`);
  return problems;
};

const kitGeneration: Check = ({ remote }, { shell }) => {
  const current = semver.major(shell.shared.find(({ name }) => name === '@portal/web-kit')?.version ?? '1.0.0');
  if (remote.kit === current || remote.kit === current - 1) return [];
  return [
    `area.json: written for kit ${remote.kit}, the shell has kit ${current} and also runs ${current - 1}. ${remote.kit > current ? 'Deploy the shell first.' : 'Move the area to the present kit.'}`,
  ];
};

const ownPrefixes: Check = ({ remote }, { registry }) => prefixProblems(remote, registry.areas);

const integrity: Check = ({ remote, files }) => {
  const problems = missingHashes(files.keys(), remote);
  const actual = integrityOf(files, remote.name, remote.version);
  const claimed = remote.integrity ?? {};
  for (const [url, hash] of Object.entries(claimed)) {
    if (!actual[url]) problems.push(`remote.json: ${url} is missing from the build. Build the area again.`);
    else if (actual[url] !== hash)
      problems.push(`${url}: the file is not the one that was built (its hash differs from remote.json). Build the area again and publish that.`);
  }
  return problems;
};

const sameVersionSameBytes: Check = ({ remote, files }, { stored }) => {
  if (!stored) return [];
  const now = integrityOf(files, remote.name, remote.version);
  const then = stored.integrity;
  const changed =
    Object.keys({ ...now, ...then }).find((url) => now[url] !== then?.[url]) ?? (canonicalJson(remote) === canonicalJson(stored) ? undefined : 'remote.json');
  return changed
    ? [`${changed}: version ${remote.version} was published with other bytes. A version never changes; raise "version" in ${remote.name}/package.json.`]
    : [];
};

const knownOrigin: Check = ({ remote, files }) => [...sbomProblems(files, remote), ...buildProblems(files)];

const sizes: Check = ({ remote, files }, { limits = defaultLimits }) => {
  const problems: string[] = [];
  const kB = (bytes: number): string => `${Math.ceil(bytes / 1000)} kB`;
  const base = baseOf(remote);
  const compressed = new Map(
    [...files]
      .filter(([file]) => isGuarded(file))
      .map(([file, bytes]) => [`${base}${file}`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }).length]),
  );
  for (const [url, size] of compressed)
    if (size > limits.file)
      problems.push(`${url}: ${kB(size)} compressed, the limit for a file is ${kB(limits.file)}. Load parts of it with import() where they are needed.`);
  const start = asList(remote.preload).reduce((sum, url) => sum + (compressed.get(url) ?? 0), 0);
  if (start > limits.start)
    problems.push(`${remote.entry}: the area starts with ${kB(start)} compressed, the limit is ${kB(limits.start)}. Make screens lazy in src/lifecycles.tsx.`);
  const all = [...compressed.values()].reduce((sum, size) => sum + size, 0);
  if (all > limits.all) problems.push(`${base}: ${kB(all)} compressed in all, the limit is ${kB(limits.all)}. Look for a library that came in whole.`);
  return problems;
};

const noSourcePaths: Check = ({ files }, { roots }) => {
  const patterns = [/file:\/\/\/[\w.]/, /\/(?:home|Users)\/[\w.-]+\/[\w.-]+\//, /[A-Z]:\\\\?(?:Users|work|src)\\/i];
  const problems: string[] = [];
  for (const [file, bytes] of files) {
    if (!/\.(js|css|json|map)$/.test(file)) continue;
    const text = bytes.toString('utf8');
    const found = roots.find((folder) => text.includes(`${folder}/`)) ?? patterns.map((pattern) => pattern.exec(text)?.[0]).find(Boolean);
    if (found)
      problems.push(`${file}: holds a path of the machine it was built on ("${found}"). Turn off what writes it (source maps, __filename) and build again.`);
  }
  return problems;
};

const checks: Check[] = [
  wellFormedArea,
  wellFormedManifest,
  addresses,
  sharedSingletons,
  kitGeneration,
  ownPrefixes,
  integrity,
  knownOrigin,
  screenProblems,
  sameVersionSameBytes,
  sizes,
  noSourcePaths,
];

/**
 * Checks a build before it is deployed.
 * @returns every reason to refuse the build, each a sentence that names the file and says what to do; empty when it may be deployed
 */
export const refusals = (build: Build, context: GateContext): string[] => [...new Set(checks.flatMap((check) => check(build, context)))];
