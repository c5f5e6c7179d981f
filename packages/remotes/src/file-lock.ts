import { randomUUID } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

/** A lock older than this is left over, whoever held it: no change of the registry takes seconds. */
const staleAfter = 30_000;
const giveUpAfter = 60_000;

/** True when the process that wrote the lock cannot be running any more. @param {string} lock */
async function isLeftOver(lock) {
  try {
    // By its age first: who died, or found the disk full, while writing it left no name in it.
    const { mtimeMs } = await stat(lock);
    if (Date.now() - mtimeMs > staleAfter) return true;
    const owner = JSON.parse(await readFile(lock, 'utf8'));
    if (owner.host !== hostname()) return false;
    process.kill(owner.pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

/** @param {unknown} error */
const codeOf = (error) => /** @type {NodeJS.ErrnoException} */ (error).code;

/**
 * Does the work while nobody else does, in this process or another.
 * @template T
 * @param {string} lock a file @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function locked(lock, work) {
  const mine = await take(lock);
  try {
    return await work();
  } finally {
    // Whoever took it over in the meantime keeps it.
    if ((await readFile(lock, 'utf8').catch(() => '')) === mine) await rm(lock, { force: true });
  }
}

/** @param {string} lock @returns {Promise<string>} what the lock holds now */
async function take(lock) {
  const mine = JSON.stringify({ pid: process.pid, host: hostname(), turn: randomUUID() });
  for (const deadline = Date.now() + giveUpAfter; Date.now() < deadline; await wait(2 + Math.random() * 20)) {
    try {
      await writeFile(lock, mine, { flag: 'wx' });
      return mine;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    if (await isLeftOver(lock)) await breakLock(lock);
  }
  throw new Error(`${lock} has been held for a minute. If no other publish is running, delete it and try again.`);
}

/** Only one waiter may remove a lock that was left over, or it could remove the next owner's. @param {string} lock */
async function breakLock(lock) {
  const guard = `${lock}.break`;
  try {
    await writeFile(guard, '', { flag: 'wx' });
  } catch {
    const { mtimeMs } = await stat(guard).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > staleAfter) await rm(guard, { force: true });
    return;
  }
  try {
    if (await isLeftOver(lock)) await rm(lock, { force: true });
  } finally {
    await rm(guard, { force: true });
  }
}
