import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { integrityOf, readBuild, sha384 } from '../build-files.ts';
import type { Deployment } from '../deployment.ts';
import { FolderStore } from '../folder-store.ts';
import { buildFile, sbomFile } from '../provenance.ts';
import type { FederationManifest, SharedModule } from '../publish-gate.ts';
import type { RemoteJson } from '../registry.ts';
import { developmentTrustFile, SigningKeys } from '../signing-keys.ts';
import type { Store } from '../store.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** For tests: creates a folder that is removed after the tests of the file. */
export function aFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'remotes-'));
  folders.push(folder);
  return folder;
}

const singleton = (name: string, version: string, requiredVersion: string): SharedModule => ({
  name,
  version,
  requiredVersion,
  singleton: true,
  assets: { js: { sync: [], async: [] } },
});

const sharedModules = (kitVersion: string): SharedModule[] => [
  singleton('react', '19.3.1', '^19.3.1'),
  singleton('react/jsx-runtime', '19.3.1', '^19.3.1'),
  singleton('@portal/web-kit', kitVersion, '>=2.0.0 <4.0.0'),
];

/** For tests: writes the manifest of a shell with kit 2. */
export function aShellManifest(dir = aFolder()): string {
  const file = path.join(dir, 'mf-manifest.json');
  writeFileSync(file, JSON.stringify({ shared: sharedModules('2.1.0') }));
  return file;
}

/** The parts of a build that a test may damage. A part that is not an object is written as it is. A part that is undefined is left out. */
export interface TestBuild {
  remote: RemoteJson;
  manifest: FederationManifest;
  /** Text of each file, by file name. */
  files: Record<string, string>;
}

interface BuildOptions {
  /** Fields of `area.json`, well-formed or not. */
  area?: { name?: string; [field: string]: unknown };
  version?: string;
  /** Content of the script. */
  code?: string;
}

/**
 * For tests: writes a build that passes the gate unless `change` damages it.
 * @returns the folder of the build
 */
export async function aBuild(
  { area = {}, version = '1.0.0-0a1b2c3d', code = 'var x=1;' }: BuildOptions = {},
  change: (build: TestBuild) => void = () => undefined,
): Promise<string> {
  const dir = aFolder();
  const name = area.name ?? 'mf-trips';
  const global = `${name}_${version}`.replace(/\W/g, '_');
  const title = { en: 'Trips', pt: 'Viagens' };
  const base = `/remotes/${name}/${version}/`;
  const remote: RemoteJson = {
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
    screens: {
      [`${[area.prefixes ?? '/triptic'].flat()[0]}/trip`]: {
        html: { en: `${base}screens/trip.en.json`, pt: `${base}screens/trip.pt.json` },
        files: [`${base}assets/screen.33334444.js`, `${base}assets/screen.33334444.css`],
      },
    },
    integrity: {},
  };
  const build: TestBuild = {
    remote,
    manifest: { metaData: { publicPath: 'auto', globalName: global }, exposes: [{ path: './lifecycles' }], shared: sharedModules('2.0.0') },
    files: {
      'remoteEntry.11112222.js': code,
      'assets/screen.33334444.js': 'var y=2;',
      'assets/screen.33334444.css': 'p{color:red}',
      'screens/trip.en.json': JSON.stringify({ title: 'Trips', html: `<p>Trips in ${version}</p>` }),
      'screens/trip.pt.json': JSON.stringify({ title: 'Viagens', html: `<p>Viagens em ${version}</p>` }),
      [sbomFile]: JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.5', components: [] }),
      [buildFile]: JSON.stringify({
        materials: [{ name: 'sources', digest: { sha256: '00' } }],
        versions: {},
        builder: 'urn:test',
        finishedOn: '2026-01-02T03:04:05Z',
      }),
    },
  };
  const write = (file: string, text: string): void => writeFileSync(path.join(dir, file), text);
  for (const part of ['assets', 'screens']) mkdirSync(path.join(dir, part));
  for (const [file, text] of Object.entries(build.files)) write(file, text);
  remote.integrity = integrityOf(await readBuild(dir), name, version);
  remote.sbom = sha384(String(build.files[sbomFile]));
  change(build);
  for (const [file, text] of Object.entries(build.files)) write(file, text);
  const parts: [string, unknown][] = [
    ['remote.json', build.remote],
    ['mf-manifest.json', build.manifest],
  ];
  for (const [file, part] of parts) if (part) write(file, typeof part === 'string' ? part : JSON.stringify(part));
  return dir;
}

/** For tests: creates everything that `publish` needs besides a build, with development keys. */
export function aDeployment(store?: Store, folder = aFolder()): Deployment & { folder: string } {
  const keys = new SigningKeys({ trustFile: developmentTrustFile(folder), development: true });
  return { store: store ?? new FolderStore(folder), folder, keys, shellManifest: aShellManifest(), roots: ['/a/project'], by: 'test' };
}
