import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readBuild } from './build-files.mjs';
import { replaced, shares } from './canary.mjs';
import { inspect } from './gate.mjs';
import { publicText, signatureOf, signer } from './signing.mjs';
import { signVersion, storedRemote, versionProblems } from './versions.mjs';

/**
 * @typedef {object} World What deploying works with.
 * @property {import('./store.mjs').Store} store
 * @property {import('./keys.mjs').Keys} keys
 * @property {string} shellManifest of the shell that builds must fit: a file or an address
 * @property {string[]} roots folders of the machine that no build may mention
 * @property {string} by who does it
 * @property {object} [budget]
 */

/** A build or a stored version that may not be deployed; `reasons` are sentences for the person who publishes. */
export class RefusedError extends Error {
  constructor(area, reasons) {
    super(`${area} was not published:\n${reasons.map((reason) => `  - ${reason}`).join('\n')}`);
    this.reasons = reasons;
  }
}

const refuse = (area, reasons) => {
  if (reasons.length) throw new RefusedError(area, reasons);
};

const buildIt = 'Build the area with "npm run build".';

const parsed = (files, file) => {
  const bytes = files.get(file);
  if (!bytes) return { problem: `${file}: missing. ${buildIt}` };
  try {
    const value = JSON.parse(bytes.toString('utf8'));
    return value && typeof value === 'object' ? { value } : { problem: `${file}: must hold an object. ${buildIt}` };
  } catch (error) {
    return { problem: `${file}: no readable JSON (${error.message}). ${buildIt}` };
  }
};

async function shellShared(place) {
  try {
    if (!URL.canParse(place)) return JSON.parse(await readFile(place, 'utf8'));
    const answer = await fetch(place, { signal: AbortSignal.timeout(10_000) });
    if (!answer.ok) throw new Error(`it answers ${answer.status}`);
    return await answer.json();
  } catch {
    throw new Error(`${place} cannot be read: build the shell first ("npm run build"), or set REMOTES_SHELL to /mf-manifest.json of the running portal.`);
  }
}

/** The build in a folder. @param {string | undefined} area whose it must be @param {string} dir */
export async function loadBuild(area, dir) {
  const shown = path.relative(process.cwd(), dir) || '.';
  if (!existsSync(dir)) throw new RefusedError(area ?? shown, [`${shown}: there is no build. Run "npm run build" first.`]);
  const files = await readBuild(dir);
  const remote = parsed(files, 'remote.json');
  const manifest = parsed(files, 'mf-manifest.json');
  const problems = [remote.problem, manifest.problem].filter(Boolean);
  if (!problems.length && area && remote.value.name !== area)
    problems.push(`remote.json: this is the build of ${remote.value.name}, not of ${area}. Give the right folder with --from.`);
  refuse(area ?? shown, problems);
  return { remote: remote.value, manifest: manifest.value, files };
}

/**
 * Deploys a build: past the gate, into the store, into the registry.
 * @param {World & { area?: string, dir: string, share?: number, why?: string }} options `area`: whose build it must be;
 *   `share`: to so many of a hundred visitors as a canary; `why` is kept in the history
 * @returns {Promise<{ area: string, version: string, generation: number, changed: boolean }>} throws `RefusedError` with every reason
 */
export async function publish({ area, dir, share, why = '', ...world }) {
  const { store, keys } = world;
  const build = await loadBuild(area, dir);
  const { name, version } = build.remote;
  const shell = await shellShared(world.shellManifest);
  const gate = async (registry) => {
    const stored = await storedRemote(store, name, version);
    refuse(name, inspect(build, { registry, shell, stored, roots: world.roots, budget: world.budget }));
  };
  await gate(await store.registry());
  const privateKey = await keys.privateKey(name);
  await store.add(name, version, build.files);
  const stored = await storedRemote(store, name, version);
  if (JSON.stringify(stored) === JSON.stringify(build.remote)) await signVersion(store, build.remote, privateKey);
  // Again for the change itself: another area may have taken a prefix, or the same version come with other bytes, meanwhile.
  return deploy({ ...world, area: name, version, share, why, action: share ? 'canary' : 'publish', alsoCheck: gate });
}

/**
 * Points the registry at a stored version, for all visitors or for some.
 * @param {World & { area: string, version: string, share?: number, action: string, why: string, alsoCheck?: (registry: object) => Promise<void> }} options
 */
async function deploy({ store, keys, by, area, version, share, action, why, alsoCheck }) {
  const privateKey = await keys.privateKey(area);
  const trusted = [publicText(privateKey), ...((await keys.trusted(area)) ?? [])];
  refuse(area, await versionProblems(store, area, version, trusted));
  const remote = await storedRemote(store, area, version);
  let changed = true;
  const { generation } = await store.update(async (registry) => {
    const live = registry.areas.find(({ name }) => name === area);
    const isGood = (purpose, entry) => Boolean(entry && signer(purpose, entry, entry.signature, trusted));
    const [stable, canary] = [isGood('stable', live) ? live : undefined, isGood('canary', live?.canary) ? live?.canary : undefined];
    changed = share ? canary?.version !== version || canary.share !== share : stable?.version !== version || Boolean(live?.canary);
    if (!changed) return undefined;
    await alsoCheck?.(registry);
    if (!(await store.has(area, version))) throw new Error(`${area} ${version} was removed from the store meanwhile. Publish it again.`);
    if (share && !live) throw new Error(`${area} is not deployed. Publish it before a canary.`);
    if (share && live?.version === version) throw new Error(`${area} ${version} is what every visitor gets already.`);
    // What is not signed could name any number.
    const sequence = Math.max(Date.now(), (stable?.sequence ?? 0) + 1, (canary?.sequence ?? 0) + 1);
    const fields = share ? { ...remote, sequence, share } : { ...remote, sequence };
    const entry = { ...fields, signature: signatureOf(share ? 'canary' : 'stable', fields, privateKey) };
    return {
      areas: replaced(registry.areas, share ? { ...live, canary: entry } : entry),
      entry: { action, area, version, from: live?.version ?? null, ...(share ? { share } : {}), why, by },
    };
  });
  return { area, version, generation, changed };
}

/**
 * Deploys every area that was built and whose version was never deployed, so that a start after a rollback does not undo it.
 * @param {World & { areas: string[], root: string, log?: (line: string) => void }} options
 * @returns {Promise<{ area: string, version: string }[]>} what was deployed
 */
export async function publishBuilt({ areas, root, log = () => undefined, ...world }) {
  const done = [];
  for (const area of areas) {
    const dir = path.join(root, area, 'dist');
    const version = JSON.parse(await readFile(path.join(dir, 'remote.json'), 'utf8')).version;
    const live = (await world.store.registry()).areas.find(({ name }) => name === area);
    const isSigned = live && signer('stable', live, live.signature, (await world.keys.trusted(area)) ?? []);
    // That it is in the store is not enough: who stored it may have died before deploying it.
    if (isSigned && (await world.store.has(area, version)) && (await wasDeployed(world.store, live, version))) continue;
    if (!world.keys.development && !world.keys.signing) {
      log(`  ${area} ${version} is built but not published: there is no key to sign it with`);
      continue;
    }
    await publish({ ...world, area, dir, why: 'built from source at start' });
    log(`  ${area} ${version} published`);
    done.push({ area, version });
  }
  return done;
}

async function wasDeployed(store, live, version) {
  return (
    [live.version, live.canary?.version].includes(version) || (await store.history()).some((entry) => entry.area === live.name && entry.version === version)
  );
}

/** Deploys an earlier version again: the one named, or the one before the present. @param {World & { area: string, version?: string, why?: string }} options */
export async function rollback({ area, version, why = '', ...world }) {
  const live = await deployed(world.store, area);
  const target = version ?? (await previousVersion(world.store, area, live.version));
  if (!target) throw new Error(`${area} has no earlier version to go back to.`);
  return deploy({ ...world, area, version: target, action: 'rollback', why });
}

/**
 * Gives some visitors another version: the one named, the one that runs as a canary, or the build in `dir`. At 100 every visitor gets it.
 * @param {World & { area: string, share: number, version?: string, dir?: string, why?: string }} options
 */
export async function canary({ area, share, version, dir, why = '', ...world }) {
  if (!shares.includes(share)) throw new Error(`A canary goes to ${shares.slice(0, -1).join(', ')} or ${shares.at(-1)} of a hundred visitors.`);
  const live = await deployed(world.store, area);
  const target = version ?? (dir ? undefined : live.canary?.version);
  const some = share === 100 ? undefined : share;
  if (target) return deploy({ ...world, area, version: target, share: some, action: some ? 'canary' : 'promote', why });
  if (!dir) throw new Error(`${area} has no canary. Name a stored version with --version, or a build with --from.`);
  return publish({ ...world, area, dir, share: some, why });
}

async function deployed(store, area) {
  const live = (await store.registry()).areas.find(({ name }) => name === area);
  if (!live) throw new Error(`${area} is not deployed. "list" shows what is.`);
  return live;
}

/** The version that was replaced when the present one first became the stable one. Going back twice goes two versions back. */
async function previousVersion(store, area, present) {
  const replaced = new Map();
  for (const { version, from, ...change } of await store.history())
    if (change.area === area && ['publish', 'promote'].includes(change.action) && from !== version && !replaced.has(version)) replaced.set(version, from);
  for (let version = present; replaced.has(version); ) {
    const before = replaced.get(version);
    if (before && (await store.has(area, before))) return before;
    // It has been pruned: the one before that. Each is looked at once, whatever the history says.
    replaced.delete(version);
    version = before;
  }
  return undefined;
}

/**
 * Removes versions beyond the newest `keep` of each area; the deployed one, the canary and the one before stay.
 * @param {Pick<World, 'store'> & { keep?: number }} options
 * @returns {Promise<{ area: string, version: string }[]>} removed ones
 */
export async function prune({ keep = 20, store }) {
  const removed = [];
  const history = await store.history();
  await store.update(async ({ areas }) => {
    for (const area of new Set(history.map((entry) => entry.area))) {
      const lastUse = new Map(history.filter((entry) => entry.area === area).map((entry, index) => [entry.version, index]));
      const live = areas.find(({ name }) => name === area);
      const kept = [live?.version, live?.canary?.version, live && (await previousVersion(store, area, live.version))];
      const newestFirst = (await store.versions(area)).toSorted((a, b) => (lastUse.get(b) ?? -1) - (lastUse.get(a) ?? -1));
      for (const version of newestFirst.slice(keep)) {
        if (kept.includes(version)) continue;
        await store.remove(area, version);
        removed.push({ area, version });
      }
    }
    return undefined;
  });
  return removed;
}

/**
 * Compares everything that is deployed with its signatures and hashes.
 * @param {Pick<World, 'store' | 'keys'>} options
 * @returns {Promise<string[]>} what is wrong; none means all is well
 */
export async function verify({ store, keys }) {
  const wrong = [];
  for (const area of (await store.registry()).areas) {
    const trusted = await keys.trusted(area.name);
    if (!trusted) return [`${keys.trustFile} is missing: without the public keys no signature can be checked. Set REMOTES_KEYS.`];
    for (const [purpose, entry] of [['stable', area], ...(area.canary ? [['canary', area.canary]] : [])]) {
      if (!signer(purpose, entry, entry.signature, trusted))
        wrong.push(
          `remotes.json: the ${purpose} entry of ${area.name} has no signature of a key of ${area.name}. Publish or roll back ${area.name} to sign it anew.`,
        );
      wrong.push(...(await versionProblems(store, area.name, entry.version, trusted)));
    }
  }
  return wrong;
}
