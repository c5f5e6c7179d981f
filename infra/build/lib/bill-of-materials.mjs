import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import webpack from 'webpack';
import { at, readJson, root } from './paths.mjs';

/**
 * @typedef {{ 'bom-ref': string, type: string, name: string, version: string, purl: string, hashes?: object[], licenses?: object[] }} Component
 * @typedef {{ bomFormat: string, specVersion: string, components: Component[], dependencies: { ref: string, dependsOn: string[] }[] }} Bill
 */

const sha256 = (/** @type {Buffer | string} */ bytes) => createHash('sha256').update(bytes).digest('hex');

/**
 * Returns `name@version` of an entry of a lock file; undefined for the project's own packages. @param {string} place @param {{ name?: string, version?: string,
 * link?: boolean }} entry
 */
const refOf = (place, { name, version, link }) =>
  place.includes('node_modules/') && !link ? `${name ?? place.split('node_modules/').at(-1)}@${version}` : undefined;

/** Returns every package of the lock file as a component, by `name@version`. @returns {Map<string, Component>} */
function lockedPackages() {
  /** @type {{ packages: Record<string, { name?: string, version: string, link?: boolean, license?: string, integrity?: string }> }} */
  const { packages } = readJson(at('package-lock.json'));
  const found = new Map();
  for (const [place, entry] of Object.entries(packages)) {
    const ref = refOf(place, entry);
    if (!ref) continue;
    const { version, license, integrity } = entry;
    const name = ref.slice(0, -version.length - 1);
    const [algorithm, hash] = integrity?.split('-') ?? [];
    found.set(ref, {
      type: 'library',
      'bom-ref': ref,
      name,
      version,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      ...(hash ? { hashes: [{ alg: algorithm?.toUpperCase().replace('SHA', 'SHA-'), content: Buffer.from(hash, 'base64').toString('hex') }] } : {}),
      ...(license ? { licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }] } : {}),
    });
  }
  return found;
}

/** Returns `name@version` of the package that a file belongs to; undefined for the project's own packages. @param {string} file */
function packageOf(file) {
  // The project's own packages are links below node_modules.
  const real = existsSync(file) ? realpathSync(file) : file;
  const [, folder] = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/.@][^\\/]*)[\\/]/.exec(real) ?? [];
  if (!folder) return undefined;
  const { name, version } = readJson(path.join(folder, 'package.json'));
  return `${name}@${version}`;
}

/** Returns the files that a bundle is made of, including those that stylesheets import. @param {import('webpack').Stats} stats @returns {string[]} */
function filesOf({ compilation }) {
  // Webpack concatenates modules into one module, which lists the original modules.
  const modules = [...compilation.modules].flatMap((module) =>
    'modules' in module ? [.../** @type {Iterable<import('webpack').Module>} */ (module.modules)] : [module],
  );
  const styles = [...compilation.fileDependencies].filter((file) => /\.s?css$/.test(file));
  return [...modules.flatMap((module) => module.nameForCondition() ?? []), ...styles];
}

/**
 * Builds a bill of materials from packages of the lock file, in CycloneDX format.
 * @param {Set<string | undefined>} used `name@version` of each package
 * @param {{ name: string, version: string }} subject the product that contains them
 * @param {Component[]} others components that are not in the lock file
 * @returns {Bill & { metadata: object }}
 */
function billOf(used, { name, version }, others = []) {
  const locked = lockedPackages();
  const unknown = [...used].find((ref) => ref && !locked.has(ref));
  if (unknown) throw new Error(`${unknown} is used and not in package-lock.json`);
  const components = [...[...locked.values()].filter((component) => used.has(component['bom-ref'])), ...others];
  const subject = `${name}@${version}`;
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    metadata: { component: { type: 'application', 'bom-ref': subject, name, version } },
    components,
    dependencies: [{ ref: subject, dependsOn: components.map((component) => component['bom-ref']) }],
  };
}

/**
 * Builds the bill of materials of a bundle: the packages whose code or styles it contains. Equal sources give an equal bill.
 * @param {import('webpack').Stats} stats of the bundle
 * @param {{ name: string, version: string }} bundle
 */
export const billOfBundle = (stats, bundle) => billOf(new Set(filesOf(stats).map(packageOf)), bundle);

/**
 * Builds the bill of materials of an image: the packages that npm has installed in it, those of its bundle, Node.js and the Debian packages.
 * @param {{ name: string, version: string }} image
 * @param {{ installed: string, bundle?: string, debian: string }} from the files to read: npm's record of the installed packages, the bill of the bundle in the
 * image, and Debian's record of its packages
 */
export function billOfImage(image, { installed, bundle, debian }) {
  const { packages } = readJson(installed);
  const ofNpm = Object.entries(packages).map(([place, entry]) => refOf(place, entry));
  const bundled = bundle ? /** @type {Bill} */ (readJson(bundle)).components.map((component) => component['bom-ref']) : [];
  const { node } = process.versions;
  const purl = `pkg:generic/node@${node}`;
  const others = [{ type: 'application', 'bom-ref': purl, name: 'node', version: node, purl }, ...debianPackages(readFileSync(debian, 'utf8'))];
  return billOf(new Set([...ofNpm, ...bundled]), image, others);
}

/** Returns the installed Debian packages. @param {string} status the content of Debian's record of packages, `/var/lib/dpkg/status` */
function debianPackages(status) {
  return status.split('\n\n').flatMap((entry) => {
    const field = (/** @type {string} */ name) => new RegExp(`^${name}: (.*)$`, 'm').exec(entry)?.[1] ?? '';
    const [name, version, architecture] = [field('Package'), field('Version'), field('Architecture')];
    if (!field('Status').endsWith(' installed')) return [];
    const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}`;
    return { type: 'library', 'bom-ref': purl, name, version, purl };
  });
}

/**
 * Returns the commit that is built: `SOURCE_COMMIT` if it is set, otherwise the commit of the Git checkout if it has no changes. @returns {string | undefined}
 */
function commit() {
  if (process.env.SOURCE_COMMIT) return process.env.SOURCE_COMMIT;
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return git('status', '--porcelain', '--untracked-files=no') ? undefined : git('rev-parse', 'HEAD');
  } catch {
    return undefined;
  }
}

/** Returns the build record: the sources and the tools from which a build was made. @param {string} [hash] over its sources */
export function buildJson(hash) {
  const gitCommit = commit();
  return {
    materials: [
      ...(hash ? [{ name: 'sources', digest: { sha256: hash } }] : []),
      { name: 'package-lock.json', digest: { sha256: sha256(readFileSync(at('package-lock.json'))) } },
      ...(gitCommit ? [{ name: 'commit', digest: { gitCommit } }] : []),
    ],
    versions: { node: process.versions.node, webpack: webpack.version },
    builder: process.env.BUILDER_ID || 'urn:portal:builder:local',
    finishedOn: new Date().toISOString(),
  };
}
