/** Compares the files of a backup with their checksums. */
import { existsSync } from 'node:fs';
import { type FileEntry, type FilePlaces, listedFiles, type Manifest, mediaPlaces, remotesPlaces } from './manifest.ts';
import { readLines, sha256Of } from './packed-lines.ts';

interface Expected {
  file: string;
  sha256: string;
}

/** Returns the files that a list of the backup names. */
async function* filesIn({ list, file }: FilePlaces): AsyncGenerator<Expected> {
  for await (const { name, sha256 } of readLines<FileEntry>(list)) yield { file: file(name), sha256 };
}

async function check(files: Iterable<Expected> | AsyncIterable<Expected>): Promise<void> {
  const bad: string[] = [];
  for await (const { file, sha256 } of files) if ((existsSync(file) ? await sha256Of(file) : '') !== sha256) bad.push(file);
  if (bad.length) throw new Error(`The backup is damaged; nothing was restored. Missing or changed:\n${bad.slice(0, 20).join('\n')}`);
}

/** Checks every file of a backup. @throws Error that names the files that are missing or changed */
export async function checkBackup(manifest: Manifest, folder: string): Promise<void> {
  await check(listedFiles(manifest, folder));
  await check(filesIn(mediaPlaces(folder)));
  if (manifest.remotes) await checkRemotes(manifest, folder);
}

/** Checks the files of the store of the areas. @throws Error that names the files that are missing or changed */
export async function checkRemotes(manifest: Manifest, folder: string): Promise<void> {
  await check(listedFiles(manifest, folder).filter(({ file }) => file === remotesPlaces(folder).list));
  await check(filesIn(remotesPlaces(folder)));
}
