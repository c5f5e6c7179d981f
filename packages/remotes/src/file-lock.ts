import { randomUUID } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

/** Age in milliseconds after which a lock is stale, whoever holds it. No change of the registry takes that long. */
const staleAfter = 30_000;
const giveUpAfter = 60_000;

/**
 * Runs work while no other process, and no other caller in this process, holds the lock. Takes over a stale lock: one whose owner was a process on this machine
 * that has ended, or one that is older than 30 seconds.
 * @param lock path of the lock file
 * @throws Error when others held the lock for a minute; also everything that the work throws
 */
export async function withLock<T>(lock: string, work: () => Promise<T>): Promise<T> {
  const mine = await acquire(lock);
  try {
    return await work();
  } finally {
    // If another process has taken over the lock meanwhile, the lock file belongs to that process and must stay.
    if ((await readFile(lock, 'utf8').catch(() => '')) === mine) await rm(lock, { force: true });
  }
}

/** Waits for the lock. Returns the text that this caller has written into the lock file. */
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
    // The age is checked first, because an owner that died while it wrote the lock left no process id in the file.
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

/** Removes a stale lock. Only one waiting process may do so at a time. Otherwise a second one could remove the lock of the next owner. */
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
