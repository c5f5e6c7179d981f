import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { namesBelow } from './build-files.mjs';
import { locked } from './lock.mjs';
import { following, parseRegistry } from './registry.mjs';

/** How the folder of a version begins while it is being written. */
const incoming = '.incoming-';
/** Nobody writes at one version for so long. */
const leftAfter = 3_600_000;

/** Survives a power cut between the write and the rename: the bytes first, the name after. @param {string} file @param {string | Buffer} text */
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

/** Deployed remotes in a folder. @implements {Store} @typedef {import('./store.mjs').Store} Store */
export class FolderStore {
  /** A look at the file costs nothing. */
  askEvery = 0;

  /** @param {string} dir made when it is missing */
  constructor(dir) {
    this.dir = dir;
    this.place = dir;
    this.registryFile = path.join(dir, 'remotes.json');
    this.historyFile = path.join(dir, 'history.jsonl');
  }

  /** @param {string} [tag] */
  async readRegistry(tag) {
    const stats = await stat(this.registryFile).catch(() => undefined);
    // A rename gives a new inode even within one tick of the clock.
    const now = stats ? `${stats.mtimeMs}:${stats.size}:${stats.ino}` : 'missing';
    return now === tag || !stats ? { tag: now } : { tag: now, text: await readFile(this.registryFile, 'utf8') };
  }

  async registry() {
    return parseRegistry((await this.readRegistry()).text, this.registryFile);
  }

  async history() {
    const lines = await this.#lines();
    const { change } = await this.registry();
    return change && lines.at(-1)?.generation !== change.generation ? [...lines, change] : lines;
  }

  /** @param {import('./store.mjs').Update} change */
  async update(change) {
    await mkdir(this.dir, { recursive: true });
    return locked(path.join(this.dir, '.lock'), async () => {
      const before = await this.registry();
      const next = await change(before);
      if (!next) return before;
      const after = following(before, next);
      if (before.change && (await this.#lines()).at(-1)?.generation !== before.change.generation) await this.#append(before.change);
      await writeDurably(this.registryFile, JSON.stringify(after, null, 1));
      await this.#append(after.change);
      return after;
    });
  }

  /** @returns {Promise<import('./store.mjs').Change[]>} */
  async #lines() {
    const text = await readFile(this.historyFile, 'utf8').catch(() => '');
    return text.split('\n').flatMap((line) => {
      try {
        return line ? [JSON.parse(line)] : [];
      } catch {
        // Its writer died in the middle; the registry still knows the change, and it is written again below.
        return [];
      }
    });
  }

  /** @param {import('./store.mjs').Change} change */
  async #append(change) {
    const handle = await open(this.historyFile, 'a+');
    try {
      const { size } = await handle.stat();
      const last = size ? (await handle.read(Buffer.alloc(1), 0, 1, size - 1)).buffer.toString() : '\n';
      await handle.appendFile(`${last === '\n' ? '' : '\n'}${JSON.stringify(change)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  /** @param {string} area @param {string} version */
  versionDir(area, version) {
    return path.join(this.dir, area, version);
  }

  /** @param {string} area */
  async versions(area) {
    const entries = await readdir(path.join(this.dir, area), { withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
  }

  /** @param {string} area @param {string} version */
  async has(area, version) {
    return existsSync(path.join(this.versionDir(area, version), 'remote.json'));
  }

  /** @param {string} area @param {string} version */
  async files(area, version) {
    return namesBelow(this.versionDir(area, version)).catch(() => []);
  }

  /** @param {string} area @param {string} version @param {string} file */
  async read(area, version, file) {
    return readFile(path.join(this.versionDir(area, version), file)).catch(() => undefined);
  }

  /** @param {string} area @param {string} version @param {Map<string, Buffer>} files */
  async add(area, version, files) {
    if (await this.has(area, version)) return;
    const to = this.versionDir(area, version);
    await this.#tidy(area);
    const temporary = path.join(this.dir, area, `${incoming}${randomUUID()}`);
    try {
      for (const folder of new Set([...files.keys()].map((file) => path.dirname(path.join(temporary, file))))) await mkdir(folder, { recursive: true });
      // On the disk before the name is, or a power cut could leave a version of empty files.
      await Promise.all([...files].map(([file, bytes]) => writeFile(path.join(temporary, file), bytes, { flush: true })));
      await rename(temporary, to);
    } catch (error) {
      // Somebody else was first with the same version; whether the bytes are the same is seen when it is checked.
      if (!['ENOTEMPTY', 'EEXIST'].includes(String(/** @type {NodeJS.ErrnoException} */ (error).code))) throw error;
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  }

  /** Removes what publishers left that died long ago in the middle. @param {string} area */
  async #tidy(area) {
    for (const name of await readdir(path.join(this.dir, area)).catch(() => [])) {
      const left = path.join(this.dir, area, name);
      const { mtimeMs } = name.startsWith(incoming) ? await stat(left).catch(() => ({ mtimeMs: Date.now() })) : { mtimeMs: Date.now() };
      if (Date.now() - mtimeMs > leftAfter) await rm(left, { recursive: true, force: true });
    }
  }

  /** @param {string} area @param {string} version @param {string} file @param {Buffer} bytes */
  async write(area, version, file, bytes) {
    await writeDurably(path.join(this.versionDir(area, version), file), bytes);
  }

  /** @param {string} area @param {string} version */
  async remove(area, version) {
    await rm(this.versionDir(area, version), { recursive: true, force: true });
  }
}
