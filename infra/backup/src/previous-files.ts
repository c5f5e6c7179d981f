/** Lets a backup share files with an earlier one by hard links: a file that both contain is on the disk once, until the last of them is removed. */
import { link, mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { log } from '@portal/service-kit';
import { type FileEntry, type FilePlaces, readManifest } from './manifest.ts';
import { readLines, sha256Of } from './packed-lines.ts';
import type { StoredFile } from './remotes-store.ts';
import { type NativeDatabase, openFile } from './snapshot.ts';

/** Shares a file with the earlier backup. @returns its line in the list; undefined if the file has to be copied */
export type ShareFile = (file: StoredFile, target: string) => Promise<FileEntry | undefined>;

const shareNothing: ShareFile = async () => undefined;

interface PreviousFiles {
  /** The earlier backup. If it is missing, nothing is shared. */
  folder?: string;
  kind: 'media' | 'remotes';
  placesOf: (folder: string) => FilePlaces;
  /** A file for the list of the earlier backup while the work is done. */
  scratch: string;
}

/** Does work that may share files with an earlier backup. If the list of that backup is missing or damaged, nothing is shared. */
export async function sharingFiles<T>({ folder, kind, placesOf, scratch }: PreviousFiles, work: (share: ShareFile) => Promise<T>): Promise<T> {
  if (!folder) return work(shareNothing);
  const places = placesOf(folder);
  if (!(await hasList(folder, kind, places.list))) {
    log().warn({ backup: folder, files: kind }, 'the earlier backup has no readable list of these files: all of them are copied');
    return work(shareNothing);
  }
  const database = openFile(scratch);
  try {
    await readList(database, places.list);
    return await work(sharing(database, places));
  } finally {
    database.close();
    await rm(scratch, { force: true });
  }
}

/** Returns whether an earlier backup is complete, and its list is as it was written. */
async function hasList(folder: string, kind: PreviousFiles['kind'], list: string): Promise<boolean> {
  try {
    const manifest = await readManifest(folder);
    return (await sha256Of(list)) === manifest[kind]?.list.sha256;
  } catch {
    return false;
  }
}

/** Reads a list into a table, because it may name more files than fit in memory. */
async function readList(database: NativeDatabase, list: string): Promise<void> {
  // The table is not needed after a crash.
  database.exec('pragma journal_mode = off');
  database.exec('pragma synchronous = off');
  database.exec('create table file (name text primary key, size integer not null, sha256 text not null) without rowid');
  database.exec('begin');
  const insert = database.prepare('insert into file (name, size, sha256) values (?, ?, ?)');
  for await (const { name, size, sha256 } of readLines<FileEntry>(list)) insert.run([name, size, sha256]);
  database.exec('commit');
}

/**
 * The hash of a shared file is that of the earlier list, and is not computed again: so a file that was damaged since is found by the next check of any backup
 * that has it.
 */
function sharing(database: NativeDatabase, places: FilePlaces): ShareFile {
  const find = database.prepare('select name, size, sha256 from file where name = ?');
  return async ({ name, sha256 }, target) => {
    const [entry] = find.all(name) as unknown as FileEntry[];
    if (!entry || (sha256 && (await sha256()) !== entry.sha256)) return undefined;
    await mkdir(dirname(target), { recursive: true });
    // Without hard links, and if the file is missing there, it is copied.
    return link(places.file(name), target).then(
      () => ({ name: entry.name, size: entry.size, sha256: entry.sha256 }),
      () => undefined,
    );
  };
}
