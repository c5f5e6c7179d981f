import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** A lock older than this is left over, whoever held it: no change of the registry takes seconds. */
const staleAfter = 30_000;
const giveUpAfter = 60_000;

/** Survives a power cut between the write and the rename: the bytes first, the name after. */
async function writeDurably(file, text) {
  const temporary = `${file}.${randomUUID()}`;
  const handle = await open(temporary, 'w');
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
  const folder = await open(path.dirname(file), 'r');
  await folder.sync().finally(() => folder.close());
}

/** True when the process that wrote the lock cannot be running any more. */
async function isLeftOver(lock) {
  try {
    const [owner, { mtimeMs }] = [JSON.parse(await readFile(lock, 'utf8')), await stat(lock)];
    if (Date.now() - mtimeMs > staleAfter) return true;
    if (owner.host !== hostname()) return false;
    process.kill(owner.pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/**
 * The folder that deployed remotes live in: `<area>/<version>/…`, the registry `remotes.json` the gateway serves, and
 * `history.jsonl`, to which every change is added and from which nothing is taken.
 */
export class RemoteStore {
  /** @param {string} dir made when it is missing */
  constructor(dir) {
    this.dir = dir;
    this.registryFile = path.join(dir, 'remotes.json');
    this.historyFile = path.join(dir, 'history.jsonl');
  }

  /** @returns {Promise<{ generation: number, areas: object[] }>} */
  async registry() {
    try {
      return JSON.parse(await readFile(this.registryFile, 'utf8'));
    } catch (error) {
      if (error.code === 'ENOENT') return { generation: 0, areas: [] };
      throw new Error(`${this.registryFile} cannot be read (${error.message}). Restore it from a backup, or delete it and publish the areas again.`);
    }
  }

  /** Every change so far, oldest first. */
  async history() {
    const text = await readFile(this.historyFile, 'utf8').catch(() => '');
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  }

  /**
   * Changes the registry, one change at a time over all processes.
   * @param {(registry: { generation: number, areas: object[] }) => Promise<{ areas: object[], entry: object } | undefined>} change
   *   gives the areas that follow and what to write into the history; `undefined` leaves everything as it is
   * @returns the registry that is now deployed
   */
  async update(change) {
    return this.#locked(async () => {
      const before = await this.registry();
      const next = await change(before);
      if (!next) return before;
      const after = { generation: before.generation + 1, areas: next.areas.toSorted((a, b) => a.name.localeCompare(b.name)) };
      await writeDurably(this.registryFile, JSON.stringify(after, null, 1));
      await appendFile(this.historyFile, `${JSON.stringify({ at: new Date().toISOString(), generation: after.generation, ...next.entry })}\n`);
      return after;
    });
  }

  versionDir(area, version) {
    return path.join(this.dir, area, version);
  }

  has(area, version) {
    return existsSync(path.join(this.versionDir(area, version), 'remote.json'));
  }

  /** Copies a build in, whole or not at all. */
  async add(area, version, from) {
    const to = this.versionDir(area, version);
    const temporary = path.join(this.dir, area, `.incoming-${randomUUID()}`);
    await mkdir(path.dirname(to), { recursive: true });
    try {
      await cp(from, temporary, { recursive: true });
      await rename(temporary, to);
    } catch (error) {
      // Somebody else was first with the same version; the gate has seen that the bytes are the same.
      if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  }

  async versions(area) {
    const entries = await readdir(path.join(this.dir, area), { withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
  }

  async remote(area, version) {
    return JSON.parse(await readFile(path.join(this.versionDir(area, version), 'remote.json'), 'utf8'));
  }

  async remove(area, version) {
    await rm(this.versionDir(area, version), { recursive: true, force: true });
  }

  async #locked(work) {
    await mkdir(this.dir, { recursive: true });
    const lock = path.join(this.dir, '.lock');
    await take(lock);
    try {
      return await work();
    } finally {
      await rm(lock, { force: true });
    }
  }
}

async function take(lock) {
  const mine = JSON.stringify({ pid: process.pid, host: hostname() });
  for (const deadline = Date.now() + giveUpAfter; Date.now() < deadline; await wait(2 + Math.random() * 20)) {
    try {
      return await writeFile(lock, mine, { flag: 'wx' });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (await isLeftOver(lock)) await breakLock(lock);
  }
  throw new Error(`${lock} has been held for a minute. If no other publish is running, delete it and try again.`);
}

/** Only one waiter may remove a lock that was left over, or it could remove the next owner's. */
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
