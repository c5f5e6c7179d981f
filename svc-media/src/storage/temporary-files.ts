import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { dayMs } from '@portal/contract-kit';

const FOREIGN_AGE_MS = dayMs;

/** Temporary files, named after their process, so that the leftovers of a killed process are recognised and deleted. */
export class TemporaryFiles {
  constructor(private readonly folder: string) {}

  /** Returns a path for a new file. */
  next(): string {
    return join(this.folder, `${hostname()}~${process.pid}~${randomUUID()}`);
  }

  /** Creates the folder and deletes the leftovers of processes that no longer run. Must be called once, before the first `next`. */
  async open(): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name);
      if (await abandoned(name, path)) await rm(path, { force: true });
    }
  }
}

async function abandoned(name: string, path: string): Promise<boolean> {
  const [host, pid] = name.split('~');
  if (host === hostname() && Number(pid) !== process.pid) return !runs(Number(pid));
  // The file is from another machine on a shared disk, or possibly from an earlier process with the same id, so its age decides.
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
  return mtimeMs < (host === hostname() ? Date.now() - process.uptime() * 1000 : Date.now() - FOREIGN_AGE_MS);
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
