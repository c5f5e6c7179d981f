import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { type Environment, loadSettings } from '@portal/service-kit';
import { checkRemotes } from './check-files.ts';
import { type FileEntry, readManifest, remotesFile, remotesList } from './manifest.ts';
import { OpsSettings } from './ops-settings.ts';
import { readLines } from './packed-lines.ts';
import { historyFile, registryFile, remotesFolder } from './remotes-store.ts';
import { withTaskLock } from './task-lock.ts';
import { backupsOf, commandSettings } from './tasks.ts';

/** The name of a file of the store while it is written. */
const unfinished = '.restoring';

/**
 * Puts the store of the areas back from a backup: the published screens, the deploy history and the orders of operators. The registry is written last, so
 * nothing is deployed until everything is there, and the command can be run again. Versions that are in the store and not in the backup stay.
 * @param store the folder of the store
 * @param force whether a store to which something was published is replaced
 * @returns the number of files
 * @throws Error if the backup is damaged or has no store of the areas, or if `force` is missing
 */
export async function restoreRemotes({ folder, store, force = false }: { folder: string; store: string; force?: boolean }): Promise<number> {
  const manifest = await readManifest(folder);
  if (!manifest.remotes) throw new Error(`${folder} holds no store of the areas: it was made without REMOTES_DIR, or by an earlier version.`);
  if (!force && existsSync(join(store, registryFile)))
    throw new Error(`There is a store of the areas already: ${store}. Use --force to replace it with that of the backup of ${manifest.takenAt}.`);
  await checkRemotes(manifest, folder);
  const put = async (name: string): Promise<void> => {
    await mkdir(dirname(join(store, name)), { recursive: true });
    await pipeline(createReadStream(remotesFile(folder, name)), createWriteStream(join(store, unfinished), { mode: 0o600, flush: true }));
    await rename(join(store, unfinished), join(store, name));
  };
  const last = [historyFile, registryFile];
  for await (const { name } of readLines<FileEntry>(remotesList(folder))) if (!last.includes(name)) await put(name);
  for (const name of last) if (existsSync(remotesFile(folder, name))) await put(name);
  return manifest.remotes.count;
}

/**
 * The command `restore-remotes <backup> [--force]` of the image `ops`. It needs a container that may write to REMOTES_DIR.
 * @param say prints a line
 * @throws OtherTaskRuns while another process runs a task, Error that says why the store was not restored
 */
export async function restoreRemotesOfDeployment(words: string[], environment: Environment, root: string, say: (line: string) => void): Promise<void> {
  const { values, positionals } = parseArgs({ args: words, allowPositionals: true, options: { force: { type: 'boolean' } } });
  const dataDir = resolve(root, loadSettings(OpsSettings, commandSettings(environment)).dataDir);
  const store = remotesFolder(environment, root);
  if (!store) throw new Error('REMOTES_DIR is not set: it names the folder of the store of the areas.');
  const folder = resolve(backupsOf(dataDir), positionals[0] ?? '');
  const count = await withTaskLock(dataDir, 'restore-remotes', () => restoreRemotes({ folder, store, force: values.force }));
  say(`The store of the areas is restored: ${count} files.`);
}
