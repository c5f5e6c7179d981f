import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type BuildFiles, readBuild } from './build-files.ts';
import { type Deployment, type DeploymentResult, deploy, RefusedError, refuse } from './deployment.ts';
import { signProvenance } from './provenance.ts';
import { type Build, type FederationManifest, type GateContext, refusals } from './publish-gate.ts';
import type { Area, Registry, RemoteJson } from './registry.ts';
import { signerOf } from './signing.ts';
import type { Store } from './store.ts';
import { signVersion, storedRemote } from './stored-version.ts';

const buildIt = 'Build the area with "npm run build".';

/** Reads a JSON object from a file of the build. When that fails, adds the reason to `problems`. */
function readObject<T>(files: BuildFiles, file: string, problems: string[]): T | undefined {
  const bytes = files.get(file);
  if (!bytes) {
    problems.push(`${file}: missing. ${buildIt}`);
    return undefined;
  }
  try {
    const value = JSON.parse(bytes.toString('utf8'));
    if (value && typeof value === 'object') return value;
    problems.push(`${file}: must hold an object. ${buildIt}`);
  } catch (error) {
    problems.push(`${file}: no readable JSON (${(error as Error).message}). ${buildIt}`);
  }
  return undefined;
}

/**
 * Reads the build in a folder.
 * @param area the area that the build must belong to
 * @throws RefusedError when the folder holds no build, or the build of another area
 */
async function loadBuild(area: string | undefined, dir: string): Promise<Build> {
  const shown = path.relative(process.cwd(), dir) || '.';
  if (!existsSync(dir)) throw new RefusedError(area ?? shown, [`${shown}: there is no build. Run "npm run build" first.`]);
  const files = await readBuild(dir);
  const problems: string[] = [];
  const remote = readObject<RemoteJson>(files, 'remote.json', problems);
  const manifest = readObject<FederationManifest>(files, 'mf-manifest.json', problems);
  if (remote && manifest && area && remote.name !== area)
    problems.push(`remote.json: this is the build of ${remote.name}, not of ${area}. Give the right folder with --from.`);
  if (problems.length || !remote || !manifest) throw new RefusedError(area ?? shown, problems);
  return { remote, manifest, files };
}

/**
 * Reads the manifest of the shell.
 * @param place file or address of the manifest
 */
async function readShellManifest(place: string): Promise<GateContext['shell']> {
  try {
    if (!URL.canParse(place)) return JSON.parse(await readFile(place, 'utf8'));
    const answer = await fetch(place, { signal: AbortSignal.timeout(10_000) });
    if (!answer.ok) throw new Error(`it answers ${answer.status}`);
    return (await answer.json()) as GateContext['shell'];
  } catch {
    throw new Error(`${place} cannot be read: build the shell first ("npm run build"), or set REMOTES_SHELL to /mf-manifest.json of the running portal.`);
  }
}

interface PublishOptions {
  /** The area that the build must belong to. */
  area?: string;
  /** The folder of the build. */
  dir: string;
  /** Percentage of visitors who get the version as a canary. Without it the version is for all visitors. */
  share?: number;
  /** Whether a version that was deployed before is left as it is. Otherwise it is deployed again, also if it was rolled back. */
  newOnly?: boolean;
  /** Reason that is written into the history. */
  why?: string;
}

/**
 * Publishes a build: checks it at the gate, adds it to the store, and updates the registry.
 * @throws RefusedError with every reason when the gate refuses the build
 */
export async function publish({ area, dir, share, newOnly, why = '', ...deployment }: Deployment & PublishOptions): Promise<DeploymentResult> {
  const { store, keys, roots, limits } = deployment;
  const build = await loadBuild(area, dir);
  const { name, version } = build.remote;
  if (newOnly && !(await isNew(deployment, name, version))) return { area: name, version, generation: (await store.registry()).generation, changed: false };
  const shell = await readShellManifest(deployment.shellManifest);
  const gate = async (registry: Registry): Promise<void> => {
    const stored = await storedRemote(store, name, version);
    refuse(name, refusals(build, { registry, shell, stored, roots, limits }));
  };
  await gate(await store.registry());
  const privateKey = await keys.privateKey(name);
  await store.add(name, version, build.files);
  const stored = await storedRemote(store, name, version);
  if (JSON.stringify(stored) === JSON.stringify(build.remote)) {
    await signVersion(store, build.remote, privateKey);
    await signProvenance(store, build.remote, privateKey);
  }
  // The gate checks again inside the update of the registry. Meanwhile another area may have taken a prefix, or the same version may have been stored with
  // other bytes.
  return deploy({ ...deployment, area: name, version, share, why, action: share ? 'canary' : 'publish', alsoCheck: gate });
}

interface PublishBuiltOptions {
  areas: string[];
  /** The project's folder; the build of an area is in `<root>/<area>/dist`. */
  root: string;
  log?: (line: string) => void;
}

/**
 * Deploys every area that was built and whose version was never deployed. A version that was rolled back stays rolled back.
 * @returns what was deployed
 */
export async function publishBuilt({
  areas,
  root,
  log = () => undefined,
  ...deployment
}: Deployment & PublishBuiltOptions): Promise<Pick<DeploymentResult, 'area' | 'version'>[]> {
  const { keys } = deployment;
  const published: Pick<DeploymentResult, 'area' | 'version'>[] = [];
  for (const area of areas) {
    const dir = path.join(root, area, 'dist');
    const { version }: RemoteJson = JSON.parse(await readFile(path.join(dir, 'remote.json'), 'utf8'));
    if (!(await isNew(deployment, area, version))) continue;
    if (!keys.development && !keys.signing) {
      log(`  ${area} ${version} is built but not published: there is no key to sign it with`);
      continue;
    }
    await publish({ ...deployment, area, dir, why: 'built from source at start' });
    log(`  ${area} ${version} published`);
    published.push({ area, version });
  }
  return published;
}

/** Whether a version was never deployed, or the area has no entry that its team has signed. */
async function isNew({ store, keys }: Deployment, area: string, version: string): Promise<boolean> {
  const live = (await store.registry()).areas.find(({ name }) => name === area);
  const isSigned = live && signerOf('stable', live, live.signature, (await keys.trusted(area)) ?? []);
  // Being in the store is not sufficient: the publisher may have died before it deployed the version.
  return !(isSigned && (await store.has(area, version)) && (await wasDeployed(store, live, version)));
}

async function wasDeployed(store: Store, live: Area, version: string): Promise<boolean> {
  if (live.version === version || live.canary?.version === version) return true;
  return (await store.history()).some((change) => change.area === live.name && change.version === version);
}
