import { existsSync } from 'node:fs';
import { at, foldersWith, readJson } from './paths.mjs';
import { hashOf } from './stamp.mjs';

/**
 * The targets of the build, found by the names of the folders.
 * `backend` targets are compiled file by file for Node. `shell` and `remote` targets are bundled for the browser.
 *
 * @typedef {{ name: string, kind: 'backend' | 'shell' | 'remote', dir: string, sources: string[], inputs: () => string[] }} Target
 *   `sources`: folders of a backend target below `dir`
 */

/** @param {string} name @param {string} dir @param {string[]} sources @returns {Target} */
const backend = (name, dir, sources) => ({
  name,
  kind: 'backend',
  dir,
  sources,
  inputs: () => ['infra/build/swc.mjs', 'infra/build/lib/backend.mjs', 'package.json', ...sources.map((source) => `${dir}/${source}`)],
});

/** Inputs that every bundle has: kits and build tools. */
const bundledEverywhere = [
  'infra/build/swc.mjs',
  'infra/build/lib/bill-of-materials.mjs',
  'infra/build/lib/bundle.mjs',
  'infra/build/lib/frontend.mjs',
  'infra/build/lib/prerender.mjs',
  'infra/build/lib/webpack',
  'package-lock.json',
  'packages/web-kit/src',
  'packages/web-kit/package.json',
  'packages/contract-kit/src',
  'packages/service-kit/src/languages/packs',
];

/** The files with the name and pictures of the country that the pages show unless another country pack is set. */
export const countryFiles = ['pack.json', 'emblem.svg', 'picture.svg'].map((file) => `svc-reference/seed/timor-leste/${file}`);

/** @param {string} name @returns {Target} */
const remote = (name) => {
  const { dependencies = {} } = readJson(at(name, 'package.json'));
  const contracts = Object.keys(dependencies).filter((dependency) => dependency.startsWith('svc-'));
  return {
    name,
    kind: 'remote',
    dir: name,
    sources: [],
    inputs: () => [
      ...bundledEverywhere,
      `${name}/src`,
      `${name}/area.json`,
      `${name}/package.json`,
      `${name}/contracts`,
      ...contracts.map((service) => `${service}/contract`),
    ],
  };
};

/** @param {Target} target */
const hasSource = (target) => target.sources.some((source) => existsSync(at(target.dir, source)));

/** @returns {Target[]} */
export const allTargets = () =>
  [
    ...foldersWith('', 'packages')
      .filter((name) => name !== 'web-kit')
      .map((name) => backend(name, `packages/${name}`, ['src'])),
    backend('identity', 'infra/identity', ['src']),
    backend('witness', 'infra/witness', ['src']),
    backend('dev', 'infra/dev', ['src']),
    backend('backup', 'infra/backup', ['src']),
    backend('bench', 'infra/bench', ['src']),
    backend('load', 'infra/load', ['src']),
    backend('deploy', 'infra/deploy', ['src']),
    backend('gateway', 'shell', ['server/src']),
    ...foldersWith('svc-').map((name) => backend(name, name, ['src', 'contract'])),
  ]
    .filter(hasSource)
    .concat([
      { name: 'shell', kind: 'shell', dir: 'shell', sources: [], inputs: () => [...bundledEverywhere, ...countryFiles, 'shell/web', 'shell/package.json'] },
      ...foldersWith('mf-')
        .filter((name) => existsSync(at(name, 'area.json')))
        .map(remote),
    ]);

/** Returns a hash of all inputs of the target. @param {Target} target */
export const inputHash = (target) => hashOf(target.inputs());
