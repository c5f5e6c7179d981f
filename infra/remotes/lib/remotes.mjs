import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { integrityOf, readBuild } from './build-files.mjs';
import { inspect } from './gate.mjs';
import { RemoteStore } from './store.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

/** A build that the gate refuses; `reasons` are sentences for the person who publishes. */
export class RefusedError extends Error {
  constructor(area, reasons) {
    super(`${area} was not published:\n${reasons.map((reason) => `  - ${reason}`).join('\n')}`);
    this.reasons = reasons;
  }
}

/** Where the project keeps deployed remotes (setting `REMOTES_DIR`) and the manifest of the shell they must fit. */
export const defaults = () => ({
  store: new RemoteStore(path.resolve(root, process.env.REMOTES_DIR ?? '.remotes')),
  shellManifest: path.join(root, 'shell/dist/web/mf-manifest.json'),
  roots: [root],
});

const whoever = () => {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
};

const parsed = (files, file, missing) => {
  const bytes = files.get(file);
  if (!bytes) return { problem: `${file}: missing. ${missing}` };
  try {
    const value = JSON.parse(bytes.toString('utf8'));
    return value && typeof value === 'object' ? { value } : { problem: `${file}: must hold an object. ${missing}` };
  } catch (error) {
    return { problem: `${file}: no readable JSON (${error.message}). ${missing}` };
  }
};

async function shellShared(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    throw new Error(`${path.relative(root, file)} is missing: build the shell first ("npm run build").`);
  }
}

async function load(area, dir) {
  if (!existsSync(dir)) throw new RefusedError(area, [`${path.relative(process.cwd(), dir)}: there is no build. Run "npm run build" first.`]);
  const files = await readBuild(dir);
  const remote = parsed(files, 'remote.json', 'Build the area with "npm run build".');
  const manifest = parsed(files, 'mf-manifest.json', 'Build the area with "npm run build".');
  const problems = [remote.problem, manifest.problem].filter(Boolean);
  if (!problems.length && remote.value.name !== area)
    problems.push(`remote.json: this is the build of ${remote.value.name}, not of ${area}. Give the right folder with --dir.`);
  if (problems.length) throw new RefusedError(area, problems);
  return { remote: remote.value, manifest: manifest.value, files };
}

const replaced = (areas, remote) => [...areas.filter(({ name }) => name !== remote.name), remote];

/**
 * Deploys a build: past the gate, into the store, into the registry.
 * @param {object} options
 * @param {string} options.area name of the remote
 * @param {string} options.dir the build
 * @param {string} [options.why] kept in the history
 * @returns {Promise<{ version: string, generation: number, changed: boolean }>} throws `RefusedError` with every reason
 */
export async function publish({
  area,
  dir,
  why = '',
  by = whoever(),
  store = defaults().store,
  shellManifest = defaults().shellManifest,
  roots = defaults().roots,
  budget,
}) {
  const build = await load(area, dir);
  const { remote } = build;
  const shell = await shellShared(shellManifest);
  const world = async (registry) => ({
    registry,
    shell,
    roots,
    budget,
    stored: store.has(area, remote.version) ? await store.remote(area, remote.version) : undefined,
  });
  const refuse = (reasons) => {
    if (reasons.length) throw new RefusedError(area, reasons);
  };
  refuse(inspect(build, await world(await store.registry())));
  await store.add(area, remote.version, dir);
  let changed = true;
  const { generation } = await store.update(async (registry) => {
    const live = registry.areas.find(({ name }) => name === area);
    if (live?.version === remote.version) {
      changed = false;
      return undefined;
    }
    // Again under the lock: another area may have taken a prefix, or the same version come with other bytes, meanwhile.
    refuse(inspect(build, await world(registry)));
    return { areas: replaced(registry.areas, remote), entry: { action: 'publish', area, version: remote.version, from: live?.version ?? null, why, by } };
  });
  return { version: remote.version, generation, changed };
}

/**
 * Deploys every area that was built and whose version was never deployed, so that a start after a rollback does not undo it.
 * @returns {Promise<{ area: string, version: string }[]>} what was deployed
 */
export async function publishBuilt({ areas, log = () => undefined, store = defaults().store, ...rest }) {
  const done = [];
  for (const area of areas) {
    const dir = path.join(root, area, 'dist');
    const { remote } = await load(area, dir);
    const live = (await store.registry()).areas.some(({ name }) => name === area);
    if (live && store.has(area, remote.version)) continue;
    const { version } = await publish({ area, dir, why: 'built from source at start', store, ...rest });
    log(`  ${area} ${version} published`);
    done.push({ area, version });
  }
  return done;
}

/** Deploys an earlier version again: the one named, or the one before the present. */
export async function rollback({ area, version, why = '', by = whoever(), store = defaults().store }) {
  let target;
  const { generation } = await store.update(async (registry) => {
    const live = registry.areas.find(({ name }) => name === area);
    if (!live) throw new Error(`${area} is not deployed. "list" shows what is.`);
    target = version ?? (await previousVersion(store, area, live.version));
    if (!target) throw new Error(`${area} has no earlier version to go back to.`);
    if (!store.has(area, target)) throw new Error(`${area} ${target} is not in the store. "history" shows the versions, "prune" removes old ones.`);
    if (target === live.version) return undefined;
    return {
      areas: replaced(registry.areas, await store.remote(area, target)),
      entry: { action: 'rollback', area, version: target, from: live.version, why, by },
    };
  });
  return { version: target, generation };
}

/** The version that was replaced when the present one was first published. Going back twice goes two versions back. */
async function previousVersion(store, area, present) {
  const published = (await store.history()).filter((entry) => entry.area === area && entry.action === 'publish');
  const order = [...new Map(published.map((entry) => [entry.version, entry])).keys()];
  return order.slice(0, order.indexOf(present)).findLast((version) => store.has(area, version));
}

/** Removes versions beyond the newest `keep` of each area; what is deployed stays. @returns removed ones */
export async function prune({ keep = 20, store = defaults().store }) {
  const removed = [];
  const history = await store.history();
  await store.update(async (registry) => {
    for (const area of new Set(history.map((entry) => entry.area))) {
      const lastUse = new Map(history.filter((entry) => entry.area === area).map((entry, index) => [entry.version, index]));
      const live = registry.areas.find(({ name }) => name === area)?.version;
      const newestFirst = (await store.versions(area)).toSorted((a, b) => (lastUse.get(b) ?? -1) - (lastUse.get(a) ?? -1));
      for (const version of newestFirst.slice(keep)) {
        if (version === live) continue;
        await store.remove(area, version);
        removed.push({ area, version });
      }
    }
    return undefined;
  });
  return removed;
}

/** Compares every deployed file with its hash in the registry. @returns {Promise<string[]>} what is wrong; none means all is well */
export async function verify({ store = defaults().store }) {
  const wrong = [];
  for (const { name, version, integrity } of (await store.registry()).areas) {
    const files = await readBuild(store.versionDir(name, version)).catch(() => new Map());
    const actual = integrityOf(files, name, version);
    for (const url of Object.keys(integrity)) {
      if (!actual[url]) wrong.push(`${url} is missing`);
      else if (actual[url] !== integrity[url]) wrong.push(`${url} has been changed since it was published`);
    }
  }
  return wrong;
}
