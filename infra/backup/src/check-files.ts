/** Compares the files of a backup with their checksums. */
import { existsSync } from 'node:fs';
import { type FileEntry, listedFiles, type Manifest, mediaFile, mediaList, remotesFile, remotesList } from './manifest.ts';
import { readLines, sha256Of } from './packed-lines.ts';

interface Expected {
  file: string;
  sha256: string;
}

/** Returns the files that a list of the backup names. */
async function* filesIn(list: string, placeOf: (name: string) => string): AsyncGenerator<Expected> {
  for await (const { name, sha256 } of readLines<FileEntry>(list)) yield { file: placeOf(name), sha256 };
}

async function check(files: Iterable<Expected> | AsyncIterable<Expected>): Promise<void> {
  const bad: string[] = [];
  for await (const { file, sha256 } of files) if ((existsSync(file) ? await sha256Of(file) : '') !== sha256) bad.push(file);
  if (bad.length) throw new Error(`The backup is damaged; nothing was restored. Missing or changed:\n${bad.slice(0, 20).join('\n')}`);
}

/**
 * Checks the files of a backup that a restore of the data needs: the tables, the files of svc-media and the keys. A damaged screen keeps nobody from them.
 * @throws Error that names the files that are missing or changed
 */
export async function checkData(manifest: Manifest, folder: string): Promise<void> {
  await check(listedFiles(manifest, folder).filter(({ file }) => file !== remotesList(folder)));
  await check(filesIn(mediaList(folder), (name) => mediaFile(folder, name)));
}

/** Checks the files of the store of the areas. @throws Error that names the files that are missing or changed */
export async function checkRemotes(manifest: Manifest, folder: string): Promise<void> {
  await check(listedFiles(manifest, folder).filter(({ file }) => file === remotesList(folder)));
  await check(filesIn(remotesList(folder), (name) => remotesFile(folder, name)));
}
