import { randomUUID } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

/** A lock older than this is stale, whoever holds it: no change of the registry takes that long. */
const staleAfter = 30_000;
const giveUpAfter = 60_000;

/**
 * Runs work while no other process, and no other caller in this process, holds the lock.
 * A stale lock is taken over: one whose process on this machine has ended, or one older than 30 seconds.
 * @param lock path of the lock file
 * @throws Error when the lock was held by others for a minute; whatever the work throws
 */
export async function withLock<T>(lock: string, work: () => Promise<T>): Promise<T> {
  const mine = await acquire(lock);
  try {
    return await work();
  } finally {
    // If another process took the lock over meanwhile, the lock is that process's.
    if ((await readFile(lock, 'utf8').catch(() => '')) === mine) await rm(lock, { force: true });
  }
}

/** Waits for the lock. Gives the text that the lock file now holds. */
async function acquire(lock: string): Promise<string> {
  const mine = JSON.stringify({ pid: process.pid, host: hostname(), turn: randomUUID() });
  for (const deadline = Date.now() + giveUpAfter; Date.now() < deadline; await wait(2 + Math.random() * 20)) {
    try {
      await writeFile(lock, mine, { flag: 'wx' });
      return mine;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    if (await isStale(lock)) await removeStale(lock);
  }
  throw new Error(`${lock} has been held for a minute. If no other publish is running, delete it and try again.`);
}

async function isStale(lock: string): Promise<boolean> {
  try {
    // Age comes first: an owner that died while writing the lock left no process id in it.
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

/** Removes a stale lock. Only one waiter may do so at a time, or it could remove the lock of the next owner. */
async function removeStale(lock: string): Promise<void> {
  const guard = `${lock}.break`;
  try {
    await writeFile(guard, '', { flag: 'wx' });
  } catch {
    const { mtimeMs } = await stat(guard).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > staleAfter) await rm(guard, { force: true });
    return;
  }
  try {
    if (await isStale(lock)) await rm(lock, { force: true });
  } finally {
    await rm(guard, { force: true });
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
