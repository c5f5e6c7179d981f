import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { at, root } from './root.mjs';

const folder = path.join(path.resolve(root, process.env.DATA_DIR || '.data'), 'development');

/** The portal that runs on this data, all parts in one process: its address and the settings of its services. Undefined when there is none. */
export function findPortal() {
  try {
    const portal = JSON.parse(readFileSync(path.join(folder, 'portal.json'), 'utf8'));
    process.kill(portal.pid, 0);
    return portal;
  } catch {
    return undefined;
  }
}

/** The same. Throws with a sentence when there is none. */
export function runningPortal() {
  const portal = findPortal();
  if (portal) return portal;
  const where = path.relative(root, path.dirname(folder));
  throw new Error(`No portal runs on ${where}. Start it in another window first: npm start (with its DATA_DIR here too, if it has one).`);
}

/** The workspace that `npm run dev -w` was called for. */
export const workspace = () => path.relative(at(), process.cwd());

/** @param {string} name */
const file = (name) => path.join(folder, `${name}.json`);

/** Tells the gateway, and the portal's own copy, that `url` stands in for `name`; in one step, for they read it while it changes. @param {string} name @param {string} url */
export function standIn(name, url) {
  const scratch = path.join(folder, `.${name}.${process.pid}`);
  writeFileSync(scratch, JSON.stringify({ url, pid: process.pid }), { mode: 0o600 });
  renameSync(scratch, file(name));
}

/** Gives the part back, and ends this process when it is told to. @param {string} name @param {() => unknown} [finish] what else has to end */
export function endWith(name, finish = () => undefined) {
  process.on('exit', () => rmSync(file(name), { force: true }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, async () => {
      rmSync(file(name), { force: true });
      await finish();
      process.exit(0);
    });
  }
}
