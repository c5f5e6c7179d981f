import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { at, root } from '../../build/lib/paths.mjs';

const folder = path.join(path.resolve(root, process.env.DATA_DIR || '.data'), 'development');

/** Returns the address and settings of the embedded portal that runs on this DATA_DIR; undefined if none runs. */
export function findPortal() {
  try {
    const portal = JSON.parse(readFileSync(path.join(folder, 'portal.json'), 'utf8'));
    process.kill(portal.pid, 0);
    return portal;
  } catch {
    return undefined;
  }
}

/** Returns the running portal. Throws if none runs. */
export function runningPortal() {
  const portal = findPortal();
  if (portal) return portal;
  const where = path.relative(root, path.dirname(folder));
  throw new Error(`No portal runs on ${where}. Start it in another window first: npm start (with its DATA_DIR here too, if it has one).`);
}

/** Returns the workspace for which `npm run dev -w` was called. */
export const workspace = () => path.relative(at(), process.cwd());

/** @param {string} name */
const file = (name) => path.join(folder, `${name}.json`);

/**
 * Tells the gateway and the portal that `url` replaces the part `name`. The file is replaced atomically, because they can read it at any time. @param {string}
 * name @param {string} url
 */
export function replacePart(name, url) {
  const scratch = path.join(folder, `.${name}.${process.pid}`);
  writeFileSync(scratch, JSON.stringify({ url, pid: process.pid }), { mode: 0o600 });
  renameSync(scratch, file(name));
}

/** Makes the portal take over the part again when this process ends. @param {string} name @param {() => unknown} [finish] runs before the process ends */
export function giveBackAtEnd(name, finish = () => undefined) {
  process.on('exit', () => rmSync(file(name), { force: true }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, async () => {
      rmSync(file(name), { force: true });
      await finish();
      process.exit(0);
    });
  }
}
