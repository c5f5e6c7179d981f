import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BuildFiles, namesBelow } from './build-files.ts';
import { withLock } from './file-lock.ts';
import { type Change, parseRegistry, type Registry, registryAfter } from './registry.ts';
import type { Store, Update } from './store.ts';

/** Prefix of the folder into which a version is written. The folder is renamed when the version is complete. */
const incoming = '.incoming-';
/** Age in milliseconds after which an incomplete version is considered left over from a publisher that died. */
const leftOverAfter = 3_600_000;

/** Replaces a file atomically and durably: after a power cut the file has either its old or its new content. Writes, syncs, renames, and syncs the folder. */
async function replaceDurably(file: string, text: string | Buffer): Promise<void> {
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

/** Stores the deployed remotes in a folder. */
export class FolderStore implements Store {
  readonly place: string;
  /** 0, because checking the file costs almost nothing. */
  readonly askEvery = 0;
  private readonly registryFile: string;
  private readonly historyFile: string;

  /** @param dir folder of the store; it is created when it does not exist */
  constructor(private readonly dir: string) {
    this.place = dir;
    this.registryFile = path.join(dir, 'remotes.json');
    this.historyFile = path.join(dir, 'history.jsonl');
  }

  async readRegistry(tag?: string): Promise<{ tag: string; text?: string }> {
    const stats = await stat(this.registryFile).catch(() => undefined);
    // The inode distinguishes two files that were renamed into place within one tick of the clock.
    const now = stats ? `${stats.mtimeMs}:${stats.size}:${stats.ino}` : 'missing';
    return now === tag || !stats ? { tag: now } : { tag: now, text: await readFile(this.registryFile, 'utf8') };
  }

  async registry(): Promise<Registry> {
    return parseRegistry((await this.readRegistry()).text, this.registryFile);
  }

  async history(): Promise<Change[]> {
    const lines = await this.lines();
    const { change } = await this.registry();
    return change && lines.at(-1)?.generation !== change.generation ? [...lines, change] : lines;
  }

  async update(change: Update): Promise<Registry> {
    await mkdir(this.dir, { recursive: true });
    return withLock(path.join(this.dir, '.lock'), async () => {
      const before = await this.registry();
      const next = await change(before);
      if (!next) return before;
      const after = registryAfter(before, next);
      if (before.change && (await this.lines()).at(-1)?.generation !== before.change.generation) await this.append(before.change);
      await replaceDurably(this.registryFile, JSON.stringify(after, null, 1));
      await this.append(after.change);
      return after;
    });
  }

  private async lines(): Promise<Change[]> {
    const text = await readFile(this.historyFile, 'utf8').catch(() => '');
    return text.split('\n').flatMap((line) => {
      try {
        return line ? [JSON.parse(line)] : [];
      } catch {
        // The process that wrote this line died halfway through. The registry still holds the change, and update() appends it again.
        return [];
      }
    });
  }

  private async append(change: Change): Promise<void> {
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

  private versionDir(area: string, version: string): string {
    return path.join(this.dir, area, version);
  }

  async versions(area: string): Promise<string[]> {
    const entries = await readdir(path.join(this.dir, area), { withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
  }

  async has(area: string, version: string): Promise<boolean> {
    return existsSync(path.join(this.versionDir(area, version), 'remote.json'));
  }

  async files(area: string, version: string): Promise<string[]> {
    return namesBelow(this.versionDir(area, version)).catch(() => []);
  }

  async read(area: string, version: string, file: string): Promise<Buffer | undefined> {
    return readFile(path.join(this.versionDir(area, version), file)).catch(() => undefined);
  }

  async add(area: string, version: string, files: BuildFiles): Promise<void> {
    if (await this.has(area, version)) return;
    const to = this.versionDir(area, version);
    await this.removeLeftOvers(area);
    const temporary = path.join(this.dir, area, `${incoming}${randomUUID()}`);
    try {
      for (const folder of new Set([...files.keys()].map((file) => path.dirname(path.join(temporary, file))))) await mkdir(folder, { recursive: true });
      // The content is flushed to disk before the folder gets its final name. Otherwise a power cut could leave a version of empty files.
      await Promise.all([...files].map(([file, bytes]) => writeFile(path.join(temporary, file), bytes, { flush: true })));
      await rename(temporary, to);
    } catch (error) {
      // Another publisher has stored the same version first. The later check of the stored version finds out whether the bytes are the same.
      if (!['ENOTEMPTY', 'EEXIST'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  }

  /** Removes incomplete versions that were left by publishers that died. */
  private async removeLeftOvers(area: string): Promise<void> {
    for (const name of await readdir(path.join(this.dir, area)).catch(() => [])) {
      const left = path.join(this.dir, area, name);
      const { mtimeMs } = name.startsWith(incoming) ? await stat(left).catch(() => ({ mtimeMs: Date.now() })) : { mtimeMs: Date.now() };
      if (Date.now() - mtimeMs > leftOverAfter) await rm(left, { recursive: true, force: true });
    }
  }

  async write(area: string, version: string, file: string, bytes: Buffer): Promise<void> {
    await replaceDurably(path.join(this.versionDir(area, version), file), bytes);
  }

  /** Needs no check, because `update` excludes every other change. */
  async remove(area: string, version: string): Promise<boolean> {
    await rm(this.versionDir(area, version), { recursive: true, force: true });
    return true;
  }
}
