import { createWriteStream } from 'node:fs';
import { access, constants, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BlobMissing, type BlobStat, type BlobStore, safeName } from './blob-store.ts';
import { TemporaryFiles } from './temporary-files.ts';

/** Stores blobs as files in a local folder, spread over subfolders so that no folder grows large. */
export class FolderStore implements BlobStore {
  private readonly blobs: string;
  private readonly temporary: TemporaryFiles;

  private constructor(folder: string) {
    this.blobs = join(folder, 'blobs');
    this.temporary = new TemporaryFiles(join(folder, 'writing'));
  }

  static async open(folder: string): Promise<FolderStore> {
    const store = new FolderStore(folder);
    await mkdir(store.blobs, { recursive: true });
    await store.temporary.open();
    return store;
  }

  async put(name: string, content: Readable): Promise<number> {
    const target = this.pathOf(name);
    const writing = this.temporary.next();
    try {
      const file = createWriteStream(writing, { flags: 'wx', mode: 0o600, flush: true });
      await pipeline(content, file);
      await mkdir(dirname(target), { recursive: true });
      await rename(writing, target);
      await syncFolder(dirname(target));
      return file.bytesWritten;
    } catch (error) {
      await rm(writing, { force: true });
      throw error;
    }
  }

  async get(name: string): Promise<Readable> {
    try {
      const file = await open(this.pathOf(name), 'r');
      return file.createReadStream();
    } catch (error) {
      throw isMissing(error) ? new BlobMissing() : error;
    }
  }

  async stat(name: string): Promise<BlobStat | undefined> {
    try {
      const { size, mtime } = await stat(this.pathOf(name));
      return { name, size, storedAt: mtime };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async delete(name: string): Promise<void> {
    await rm(this.pathOf(name), { force: true });
  }

  async *list(): AsyncIterable<BlobStat> {
    for await (const entry of await opendir(this.blobs, { recursive: true })) {
      const found = entry.isFile() ? await this.stat(entry.name) : undefined;
      if (found) yield found;
    }
  }

  async check(): Promise<void> {
    await access(this.blobs, constants.W_OK);
  }

  private pathOf(name: string): string {
    // The end of the name selects the subfolder, because time-ordered ids of one day have the same beginning.
    const shard = safeName(name).slice(-4).padStart(4, '0');
    return join(this.blobs, shard.slice(0, 2), shard.slice(2), name);
  }
}

/** Syncs the folder, because the new name is not safely on disk before that. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';
