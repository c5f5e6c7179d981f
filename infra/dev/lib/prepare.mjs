import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { at, root } from './root.mjs';
import { run } from './run.mjs';

const stampFile = at('node_modules', '.portal-installed');

/** Says no, with a sentence, to a Node this cannot run on. */
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

/** True when what is installed is what the lock file says. */
function isInstalled() {
  const installed = at('node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lockHash()) return true;
  // Installed by hand, or a lock file that changed in its wording alone: npm's own record names every package.
  /** @type {{ packages: Record<string, { version?: string, optional?: boolean }> }} */
  const { packages: wanted } = JSON.parse(readFileSync(at('package-lock.json'), 'utf8'));
  const { packages: present } = JSON.parse(readFileSync(installed, 'utf8'));
  /** @param {[string, { version?: string, optional?: boolean }]} entry */
  const isThere = ([name, { version, optional }]) => !name.includes('node_modules/') || optional || (present[name] && present[name].version === version);
  return Object.entries(wanted).every(isThere);
}

/** Installs what the lock file says, unless that is there already. */
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

/** Builds what changed and deploys remotes that were never deployed. */
export async function buildAndPublish(log = console.log) {
  const { build } = await import('../../build/build.mjs');
  await build({ log });
  const { deploymentFrom, publishBuilt } = await import('@portal/remotes');
  const { foldersWith } = await import('../../build/lib/paths.mjs');
  const areas = foldersWith('mf-').filter((name) => existsSync(at(name, 'dist', 'remote.json')));
  await publishBuilt({ ...(await deploymentFrom(process.env, root)), areas, root, log });
}
