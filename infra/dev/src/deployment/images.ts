import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { type Image, readImage } from './dockerfile.ts';
import { closureOf, workspaces } from './workspaces.ts';

/** What runs: name in compose and in the cluster, and the workspace it is built from. */
export const components = {
  gateway: 'shell',
  'svc-reference': 'svc-reference',
  'svc-declarations': 'svc-declarations',
  'svc-licences': 'svc-licences',
  'svc-trips': 'svc-trips',
  'svc-media': 'svc-media',
} as const;
export type Component = keyof typeof components;

/** The workspace of the witness: it runs beside the portal, best on another machine, and reads settings of its own. */
export const witness = 'infra/witness';

export const witnessImage = (root: string): Image => readImage(root, `${witness}/Dockerfile`);

export const imageOf = (root: string, component: Component): Image => readImage(root, `${components[component]}/Dockerfile`);

/** Faults of an image, as sentences. */
export function imageFaults(root: string, workspace: string, image: Image): string[] {
  const faults: string[] = [];
  const say = (fault: string): number => faults.push(`${image.file}: ${fault}`);
  const needed = closureOf(root, workspace);
  const missing = (there: string[]): string => needed.filter((dir) => !there.includes(dir)).join(', ');
  const withoutManifest = missing(image.installed);
  if (withoutManifest) say(`copy package.json of ${withoutManifest} before the packages are installed: the image stands on it`);
  // A workspace that is not compiled is copied as it stands.
  const built = image.copies.filter(({ from }) => from === 'build' || from === '').map(({ source }) => source.replace(/\/dist$/, ''));
  const withoutBuild = missing(built);
  if (withoutBuild) say(`copy what was built of ${withoutBuild}`);
  if (!/^node:2\d-slim$/.test(image.base)) say(`stands on ${image.base}; the others stand on node:22-slim`);
  if (!/^[1-9]\d*:[1-9]\d*$/.test(image.user ?? '')) say('must run as a numbered user other than root, so that a cluster can see that it does');
  if (image.env.NODE_ENV !== 'production') say('must set NODE_ENV=production');
  if (image.env.HOST !== '0.0.0.0') say('must set HOST=0.0.0.0, or nobody outside the container reaches it');
  if (image.port !== image.env.PORT) say(`exposes ${image.port}, and listens on ${image.env.PORT}`);
  if (image.healthcheck[0] !== 'node' || !image.healthcheck.join(' ').includes('/health/live')) say('must have a HEALTHCHECK that asks for /health/live');
  const [program, script = ''] = image.command;
  const source = script.replace('/dist/', '/').replace(/\.js$/, '.ts');
  if (program !== 'node' || !existsSync(join(root, source))) say(`CMD must be node and a built script; ${source || 'nothing'} is no source of one`);
  return faults;
}

/** Faults of the image that deploys an area's screens. */
export function remoteImageFaults(root: string, area: string): string[] {
  const image = readImage(root, `${area}/Dockerfile`);
  const copied = image.copies.map(({ source }) => source.replace(/^(packages\/.*)\/dist$/, '$1'));
  const needed = [...closureOf(root, '@portal/remotes'), `${area}/dist`, 'shell/dist/web/mf-manifest.json'].filter((source) => !copied.includes(source));
  return [
    ...needed.map((source) => `copy ${source}: publishing needs it`),
    ...(image.command.join(' ') === `node packages/remotes/dist/src/main.js publish ${area}` ? [] : ['CMD must publish the area']),
    ...(/^[1-9]\d*:[1-9]\d*$/.test(image.user ?? '') ? [] : ['must run as a numbered user other than root']),
  ].map((fault) => `${image.file}: ${fault}`);
}

/** The areas: whose screens are deployed by themselves. */
export const areas = (root: string): string[] => readdirSync(root).filter((name) => name.startsWith('mf-') && existsSync(join(root, name, 'area.json')));

/** The code below a folder, without what tests alone stand on (`testing/`). */
const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.m?js$/.test(entry.name) && !/\/(testing|node_modules)(\/|$)/.test(entry.parentPath))
        .map((entry) => join(entry.parentPath, entry.name))
    : [];

const builtin = new Set([...builtinModules, ...builtinModules.map((name) => `node:${name}`)]);
const imported =
  /(?:^|[;\n}])\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|[;\n])\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** Packages that the built code of a workspace imports and its package.json does not list: an image installs what is listed alone. */
export function unlistedImports(root: string, name: string): string[] {
  const workspace = workspaces(root).get(name);
  const built = join(root, workspace?.dir ?? name, 'dist', ...(name === 'shell' ? ['server'] : []));
  const folder = existsSync(built) ? built : join(root, workspace?.dir ?? name);
  const listed = new Set([name, ...(workspace?.dependencies ?? [])]);
  const faults = new Set<string>();
  for (const file of filesBelow(folder)) {
    for (const [, a, b, c] of readFileSync(file, 'utf8').matchAll(imported)) {
      const specifier = a ?? b ?? c;
      if (specifier.startsWith('.') || builtin.has(specifier)) continue;
      const target = specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/');
      if (!listed.has(target)) faults.add(`${workspace?.dir}/package.json: list ${target} in dependencies; ${file.slice(root.length + 1)} imports it`);
    }
  }
  return [...faults];
}
