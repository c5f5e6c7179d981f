import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { at, root } from '../../build/lib/paths.mjs';
import { run } from './run.mjs';

const stampFile = at('node_modules', '.portal-installed');

/** Checks the version of Node. @throws Error if this Node is older than package.json requires */
export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const wanted = JSON.parse(readFileSync(at('package.json'), 'utf8')).engines.node.replace(/^>=/, '');
  const [least, leastMinor] = wanted.split('.').map(Number);
  if (major < least || (major === least && minor < leastMinor)) {
    throw new Error(`Node ${wanted} or newer is needed; this is ${process.versions.node}.`);
  }
}

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .digest('hex');

/** Returns whether the installed packages are those of the lock file. */
function isInstalled() {
  const installed = at('node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lockHash()) return true;
  // The lock file has changed, or packages were installed by hand: compare the versions with npm's record.
  /** @type {{ packages: Record<string, { version?: string, optional?: boolean }> }} */
  const { packages: wanted } = JSON.parse(readFileSync(at('package-lock.json'), 'utf8'));
  const { packages: present } = JSON.parse(readFileSync(installed, 'utf8'));
  /** @param {[string, { version?: string, optional?: boolean }]} entry */
  const isThere = ([name, { version, optional }]) => !name.includes('node_modules/') || optional || (present[name] && present[name].version === version);
  return Object.entries(wanted).every(isThere);
}

/** Installs the packages of the lock file, unless they are already installed. */
export async function install(log = console.log) {
  if (!isInstalled()) {
    log('Installing packages (npm ci) …');
    const began = Date.now();
    const { code, output } = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { quiet: true });
    if (code) throw new Error(`npm ci did not succeed:\n${output.trim()}`);
    log(`  installed in ${((Date.now() - began) / 1000).toFixed(0)} s`);
  }
  writeFileSync(stampFile, lockHash());
}

/** Builds what has changed, and deploys remotes that are not deployed yet. */
export async function buildAndPublish(log = console.log) {
  const { build } = await import('../../build/build.mjs');
  await build({ log });
  const { deploymentFrom, publishBuilt } = await import('@portal/remotes');
  const { foldersWith } = await import('../../build/lib/paths.mjs');
  const areas = foldersWith('mf-').filter((name) => existsSync(at(name, 'dist', 'remote.json')));
  await publishBuilt({ ...(await deploymentFrom(process.env, root)), areas, root, log });
}
