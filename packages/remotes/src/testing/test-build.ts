import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { integrityOf, readBuild } from './build-files.mjs';
import { FolderStore } from './folder-store.mjs';
import { developmentTrustFile, Keys } from './keys.mjs';

const folders = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** For tests: a folder of its own, until the tests of the file are over. */
export function aFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'remotes-'));
  folders.push(folder);
  return folder;
}

const singleton = (name, version, requiredVersion) => ({ name, version, requiredVersion, singleton: true, assets: { js: { sync: [], async: [] } } });

/** For tests: the manifest of a shell with kit 2. */
export function aShellManifest(dir = aFolder()) {
  const file = path.join(dir, 'mf-manifest.json');
  const shared = [
    singleton('react', '19.3.1', '^19.3.1'),
    singleton('react/jsx-runtime', '19.3.1', '^19.3.1'),
    singleton('@portal/web-kit', '2.1.0', '>=2.0.0 <4.0.0'),
  ];
  writeFileSync(file, JSON.stringify({ shared }));
  return file;
}

/**
 * For tests: a build that passes the gate unless `change` spoils it.
 * @param {object} [what] `area`: fields of area.json; `version`; `code`: text of the script
 * @param {(build: { remote: object, manifest: object, files: Record<string, string> }) => void} [change]
 * @returns {Promise<string>} its folder
 */
export async function aBuild({ area = {}, version = '1.0.0-0a1b2c3d', code = 'var x=1;' } = {}, change = () => undefined) {
  const dir = aFolder();
  const name = area.name ?? 'mf-trips';
  const global = `${name}_${version}`.replace(/\W/g, '_');
  const title = { en: 'Trips', pt: 'Viagens' };
  const base = `/remotes/${name}/${version}/`;
  const build = {
    remote: {
      name,
      title,
      prefixes: ['/triptic'],
      api: '/api/trips',
      kit: 2,
      menu: [{ path: '/triptic/trip', title, audience: 'staff', roles: ['triptic-trip-read'] }],
      verification: ['triptic-trip'],
      ...area,
      version,
      global,
      entry: `${base}remoteEntry.11112222.js`,
      preload: [`${base}remoteEntry.11112222.js`],
    },
    manifest: {
      metaData: { publicPath: 'auto', globalName: global },
      exposes: [{ path: './lifecycles' }],
      shared: [
        singleton('react', '19.3.1', '^19.3.1'),
        singleton('react/jsx-runtime', '19.3.1', '^19.3.1'),
        singleton('@portal/web-kit', '2.0.0', '>=2.0.0 <4.0.0'),
      ],
    },
    files: { 'remoteEntry.11112222.js': code, 'assets/screen.33334444.js': 'var y=2;', 'assets/screen.33334444.css': 'p{color:red}' },
  };
  mkdirSync(path.join(dir, 'assets'));
  for (const [file, text] of Object.entries(build.files)) writeFileSync(path.join(dir, file), text);
  build.remote.integrity = integrityOf(await readBuild(dir), name, version);
  change(build);
  for (const [file, text] of Object.entries(build.files)) writeFileSync(path.join(dir, file), text);
  if (build.remote) writeFileSync(path.join(dir, 'remote.json'), typeof build.remote === 'string' ? build.remote : JSON.stringify(build.remote));
  if (build.manifest) writeFileSync(path.join(dir, 'mf-manifest.json'), typeof build.manifest === 'string' ? build.manifest : JSON.stringify(build.manifest));
  return dir;
}

/** For tests: what `publish` needs besides the build, with development keys. @param {import('./store.mjs').Store} [store] */
export function aWorld(store, folder = aFolder()) {
  const keys = new Keys({ trustFile: developmentTrustFile(folder), development: true });
  return { store: store ?? new FolderStore(folder), folder, keys, shellManifest: aShellManifest(), roots: ['/a/project'], by: 'test' };
}
