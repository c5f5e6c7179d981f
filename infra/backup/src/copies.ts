/** Which backup an operator's job has copied to another machine: the newest one, by its name. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { timeOfName } from './named-times.ts';
import { backupsOf, completeBackups } from './tasks.ts';

const fileOf = (dataDir: string): string => join(dataDir, 'copied');

/**
 * Returns the name of the newest complete backup. A job asks for it before it copies: a backup that is completed during the copy may be missing from it.
 * @throws Error if there is none
 */
export function newestBackupName(dataDir: string): string {
  const newest = completeBackups(dataDir).at(-1);
  if (!newest) throw new Error(`${backupsOf(dataDir)} holds no finished backup.`);
  return newest;
}

/**
 * Records that a backup, and all older ones, were copied to another machine.
 * @param name what `newestBackupName` returned before the copy began
 * @throws Error if there is no complete backup of that name
 */
export function recordCopy(dataDir: string, name = ''): void {
  if (!completeBackups(dataDir).includes(name))
    throw new Error(
      `${backupsOf(dataDir)} holds no finished backup "${name}". Give the name that the command newest-backup printed before the copy began: nothing was recorded.`,
    );
  // A crash must not leave half of a name.
  writeFileSync(`${fileOf(dataDir)}.new`, name, { mode: 0o600 });
  renameSync(`${fileOf(dataDir)}.new`, fileOf(dataDir));
}

/** Returns when the newest copied backup was begun, in Unix time in seconds; 0 if none was copied. */
export function newestCopied(dataDir: string): number {
  try {
    return timeOfName(readFileSync(fileOf(dataDir), 'utf8'));
  } catch {
    return 0;
  }
}
