import { brotliCompressSync, constants } from 'node:zlib';
import semver from 'semver';
import { budget as defaultBudget } from './budget.mjs';
import { integrityOf, isGuarded } from './build-files.mjs';
import { canonical } from './canonical.mjs';
import { addressProblems, baseOf, isAreaName, isPath, list, prefixProblems, unguarded, within } from './entry.mjs';
import { addedByPublishing } from './signing.mjs';

/**
 * What a build must be before it may be deployed. Each check gives sentences that name the file and the fix.
 * `build` is `{ remote, manifest, files }`; `world` is `{ registry, shell, stored, roots, budget }`.
 */

const isTitle = (title) => typeof title?.en === 'string' && title.en !== '' && typeof title?.pt === 'string' && title.pt !== '';

function wellFormedArea({ remote }) {
  const wrong = [];
  const say = (what) => wrong.push(`area.json: ${what}`);
  if (!isAreaName(remote.name)) say('"name" must be the folder\'s name in small letters, such as "mf-trips".');
  if (!isTitle(remote.title)) say('"title" needs a text in "en" and in "pt".');
  if (!list(remote.prefixes).length || !remote.prefixes.every((prefix) => isPath(prefix) && prefix.length > 1))
    say('"prefixes" must list the paths the area serves, each starting with "/".');
  if (!/^\/api\/[a-z][a-z0-9-]*$/.test(remote.api ?? '')) say('"api" must be the service\'s prefix, such as "/api/trips".');
  if (!Number.isInteger(remote.kit)) say('"kit" must be the major version of web-kit the area is written for.');
  if (remote.verification !== undefined && !(Array.isArray(remote.verification) && remote.verification.every((kind) => typeof kind === 'string')))
    say('"verification" must list document kinds.');
  for (const [index, kind] of list(remote.kinds).entries()) {
    const where = `kind ${index + 1} (${kind?.path})`;
    if (!/^\/v1\/[\w/-]+$/.test(kind?.path ?? '')) say(`${where}: "path" must be where the service answers for these documents, such as "/v1/triptic/trip".`);
    if (!isTitle(kind?.title)) say(`${where}: "title" needs a text in "en" and in "pt".`);
    if (!/^[a-z][a-z-]*$/.test(kind?.roles ?? '')) say(`${where}: "roles" must be what the roles of these documents begin with, such as "triptic-trip".`);
    if (!isPath(kind?.screen) || !list(remote.prefixes).some((prefix) => within(kind.screen, prefix)))
      say(`${where}: "screen" must be the officers' page of a document, without its id, below one of the area's prefixes.`);
  }
  if (remote.kinds !== undefined && !Array.isArray(remote.kinds)) say('"kinds" must list the kinds of documents that people own.');
  if (!Array.isArray(remote.menu)) say('"menu" must be a list, which may be empty.');
  for (const [index, item] of list(remote.menu).entries()) {
    const where = `menu entry ${index + 1} (${item?.path})`;
    if (!isPath(item?.path) || !list(remote.prefixes).some((prefix) => within(item.path, prefix)))
      say(`${where}: "path" must lie below one of the area's prefixes.`);
    if (!isTitle(item?.title)) say(`${where}: "title" needs a text in "en" and in "pt".`);
    if (item?.audience !== 'public' && item?.audience !== 'staff') say(`${where}: "audience" must be "public" or "staff".`);
    if (item?.audience === 'staff' && !list(item.roles).length) say(`${where}: name in "roles" who may see it; a staff screen is not for everyone.`);
  }
  return wrong;
}

function wellFormedManifest({ remote, manifest }) {
  const wrong = [];
  for (const key of ['metaData', 'exposes', 'shared'])
    if (!manifest[key]) wrong.push(`mf-manifest.json: "${key}" is missing. Build the area with "npm run build".`);
  if (wrong.length) return wrong;
  if (!manifest.exposes.some(({ path }) => path === './lifecycles'))
    wrong.push('mf-manifest.json: "./lifecycles" is not exposed. Add src/lifecycles.tsx that exports bootstrap, mount and unmount.');
  if (manifest.metaData.publicPath !== 'auto')
    wrong.push(`mf-manifest.json: publicPath is "${manifest.metaData.publicPath}". Set output.publicPath to "auto"; the shell decides where files come from.`);
  if (manifest.metaData.getPublicPath) wrong.push('mf-manifest.json: getPublicPath needs eval, which the page forbids. Remove it and use publicPath "auto".');
  if (manifest.metaData.globalName !== remote.global)
    wrong.push(`remote.json: "global" is "${remote.global}" but the entry registers "${manifest.metaData.globalName}". Build the area again.`);
  return wrong;
}

function addresses({ remote }) {
  const wrong = addressProblems(remote);
  if (typeof remote.global === 'string' && !remote.global.endsWith(String(remote.version).replace(/\W/g, '_')))
    wrong.push('remote.json: "global" must end with the version, or a live upgrade would run the old code.');
  const added = addedByPublishing.filter((name) => name in remote);
  if (added.length) wrong.push(`area.json: "${added.join('", "')}" is written by publishing. Remove it.`);
  return wrong;
}

/** Only React itself holds this name. */
const reactInside = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';

function sharedSingletons({ manifest, files }, { shell }) {
  const wrong = [];
  const provided = new Map(shell.shared.map((one) => [one.name, one]));
  for (const one of list(manifest.shared)) {
    const host = provided.get(one.name);
    const copies = [...list(one.assets?.js?.sync), ...list(one.assets?.js?.async)];
    if (copies.length) wrong.push(`mf-manifest.json: the build brings its own ${one.name} (${copies[0]}). Share it with "import: false".`);
    if (!host) wrong.push(`mf-manifest.json: the shell does not provide ${one.name}. Import it through @portal/web-kit, or bundle it.`);
    else if (!one.singleton)
      wrong.push(`mf-manifest.json: ${one.name} is no singleton; a second copy would run in the page. Set singleton: true in the bundler's configuration.`);
    else if (one.requiredVersion && !semver.satisfies(host.version, one.requiredVersion))
      wrong.push(`mf-manifest.json: needs ${one.name} ${one.requiredVersion}, the shell provides ${host.version}. Use the project's version and build again.`);
  }
  if (!list(manifest.shared).some(({ name }) => name === '@portal/web-kit'))
    wrong.push('mf-manifest.json: @portal/web-kit is not shared. Build src/lifecycles.tsx with defineArea() of the kit.');
  for (const [file, bytes] of files)
    if (file.endsWith('.js') && bytes.includes(reactInside))
      wrong.push(`${file}: holds a copy of React. Share react, react-dom and react/jsx-runtime as singletons.`);
  return wrong;
}

function kitGeneration({ remote }, { shell }) {
  const current = semver.major(shell.shared.find(({ name }) => name === '@portal/web-kit')?.version ?? '1.0.0');
  if (remote.kit === current || remote.kit === current - 1) return [];
  return [
    `area.json: written for kit ${remote.kit}, the shell has kit ${current} and also runs ${current - 1}. ${remote.kit > current ? 'Deploy the shell first.' : 'Move the area to the present kit.'}`,
  ];
}

const ownPrefixes = ({ remote }, { registry }) => prefixProblems(remote, registry.areas);

function integrity({ remote, files }) {
  const wrong = unguarded(files.keys(), remote);
  const actual = integrityOf(files, remote.name, remote.version);
  const claimed = remote.integrity ?? {};
  for (const [url, hash] of Object.entries(claimed)) {
    if (!actual[url]) wrong.push(`remote.json: ${url} is missing from the build. Build the area again.`);
    else if (actual[url] !== hash)
      wrong.push(`${url}: the file is not the one that was built (its hash differs from remote.json). Build the area again and publish that.`);
  }
  return wrong;
}

function sameVersionSameBytes({ remote, files }, { stored }) {
  if (!stored) return [];
  const now = integrityOf(files, remote.name, remote.version);
  const then = stored.integrity;
  const changed =
    Object.keys({ ...now, ...then }).find((url) => now[url] !== then?.[url]) ?? (canonical(remote) === canonical(stored) ? undefined : 'remote.json');
  return changed
    ? [`${changed}: version ${remote.version} was published with other bytes. A version never changes; raise "version" in ${remote.name}/package.json.`]
    : [];
}

function bundleBudget({ remote, files }, { budget = defaultBudget }) {
  const wrong = [];
  const kB = (bytes) => `${Math.ceil(bytes / 1000)} kB`;
  const base = baseOf(remote);
  const sizes = new Map(
    [...files]
      .filter(([file]) => isGuarded(file))
      .map(([file, bytes]) => [`${base}${file}`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }).length]),
  );
  for (const [url, size] of sizes)
    if (size > budget.file)
      wrong.push(`${url}: ${kB(size)} compressed, the limit for a file is ${kB(budget.file)}. Load parts of it with import() where they are needed.`);
  const start = list(remote.preload).reduce((sum, url) => sum + (sizes.get(url) ?? 0), 0);
  if (start > budget.start)
    wrong.push(`${remote.entry}: the area starts with ${kB(start)} compressed, the limit is ${kB(budget.start)}. Make screens lazy in src/lifecycles.tsx.`);
  const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  if (all > budget.all) wrong.push(`${base}: ${kB(all)} compressed in all, the limit is ${kB(budget.all)}. Look for a library that came in whole.`);
  return wrong;
}

function noSourcePaths({ files }, { roots }) {
  const patterns = [/file:\/\/\/[\w.]/, /\/(?:home|Users)\/[\w.-]+\/[\w.-]+\//, /[A-Z]:\\\\?(?:Users|work|src)\\/i];
  const wrong = [];
  for (const [file, bytes] of files) {
    if (!/\.(js|css|json|map)$/.test(file)) continue;
    const text = bytes.toString('utf8');
    const found = roots.find((folder) => text.includes(`${folder}/`)) ?? patterns.map((pattern) => pattern.exec(text)?.[0]).find(Boolean);
    if (found)
      wrong.push(`${file}: holds a path of the machine it was built on ("${found}"). Turn off what writes it (source maps, __filename) and build again.`);
  }
  return wrong;
}

const checks = [
  wellFormedArea,
  wellFormedManifest,
  addresses,
  sharedSingletons,
  kitGeneration,
  ownPrefixes,
  integrity,
  sameVersionSameBytes,
  bundleBudget,
  noSourcePaths,
];

/** Every reason not to deploy this build; none means it may go. @returns {string[]} */
export const inspect = (build, world) => [...new Set(checks.flatMap((check) => check(build, world)))];
