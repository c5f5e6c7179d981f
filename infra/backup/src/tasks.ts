import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Environment } from '@portal/service-kit';
import { verifyAudits } from './audit-verify.ts';
import { backUp } from './backup.ts';
import { checkRemotes } from './check-files.ts';
import { rotateKeys } from './keys-rotate.ts';
import { manifestName, readManifest } from './manifest.ts';
import { reconcile } from './reconcile.ts';
import { recordRun } from './record-run.ts';
import { restore } from './restore.ts';
import { serviceDatabases } from './services.ts';
import { withTaskLock } from './task-lock.ts';
import { TaskRuns } from './task-runs.ts';

export const taskNames = ['backup', 'restore-drill', 'audit-verify', 'reconcile', 'keys-check'] as const;
export type TaskName = (typeof taskNames)[number];

export interface TaskPlace {
  /** The project's folder. */
  root: string;
  /** The folder below which the backups are stored. */
  dataDir: string;
  /** The number of backups to keep. */
  keep: number;
}

/** Returns the settings for a command. A command serves nothing, so it does not need the settings that only a serving process must have. */
export const commandSettings = (environment: Environment): Environment => ({ ...environment, NODE_ENV: 'development', MIGRATE_AT_START: 'false' });

export const backupsOf = (dataDir: string): string => join(dataDir, 'backups');

/** The name of the folder of a backup: its time. */
const backupName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/;

/** Returns the folders of the backups, the oldest first. Anything else that somebody has put beside them is left alone. */
function backupsIn(dataDir: string): { folder: string; isComplete: boolean }[] {
  const parent = backupsOf(dataDir);
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .filter((name) => backupName.test(name))
    .sort()
    .map((name) => ({ folder: join(parent, name), isComplete: existsSync(join(parent, name, manifestName)) }));
}

/** Returns the names of the complete backups, the oldest first. */
export const completeBackups = (dataDir: string): string[] => backupsIn(dataDir).flatMap(({ folder, isComplete }) => (isComplete ? basename(folder) : []));

/** Takes a backup. Removes interrupted backups before it and surplus old ones after it. A failed one is removed at once: it may have filled the disk. */
async function takeBackup(environment: Environment, { root, dataDir, keep }: TaskPlace): Promise<true> {
  for (const { folder: old, isComplete } of backupsIn(dataDir)) if (!isComplete) await rm(old, { recursive: true });
  const folder = join(backupsOf(dataDir), new Date().toISOString().slice(0, 19).replaceAll(':', '-'));
  try {
    await backUp(environment, { folder, root });
  } catch (error) {
    if (!existsSync(join(folder, manifestName))) await rm(folder, { recursive: true, force: true });
    throw error;
  }
  for (const { folder: old } of backupsIn(dataDir).slice(0, -keep)) await rm(old, { recursive: true });
  return true;
}

/**
 * Restores the newest backup into embedded databases in a separate folder. This needs no rights on the database server, and checks everything that a restore
 * checks.
 */
async function drill(environment: Environment, { root, dataDir }: TaskPlace): Promise<true> {
  const newest = completeBackups(dataDir).at(-1);
  if (!newest) throw new Error('There is no backup to restore');
  const backup = join(backupsOf(dataDir), newest);
  const begunAt = Date.now();
  const folder = join(dataDir, 'restore-drill');
  await rm(folder, { recursive: true, force: true });
  try {
    const elsewhere = { MYSQL_URL: undefined, S3_BUCKET: undefined, WITNESS_URL: undefined, WITNESS_TOKEN: undefined, DATA_DIR: folder };
    await restore({ ...environment, ...elsewhere }, { folder: backup, root });
    const manifest = await readManifest(backup);
    const { takenAt, media } = manifest;
    if (manifest.remotes) await checkRemotes(manifest, backup);
    await recordRun(await serviceDatabases(environment, root), { kind: 'drill', begunAt, takenAt, note: `${media.count} files` });
    return true;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Does the work of a task. @returns false if it found something wrong. @throws Error if it could not be done */
export function performTask(name: TaskName, environment: Environment, place: TaskPlace): Promise<boolean> {
  const settings = commandSettings(environment);
  switch (name) {
    case 'backup':
      return takeBackup(settings, place);
    case 'restore-drill':
      return drill(settings, place);
    case 'audit-verify':
      return verifyAudits(settings, place.root);
    case 'reconcile':
      return reconcile(settings, place.root);
    case 'keys-check':
      return rotateKeys(settings, place.root, 'status');
  }
}

/**
 * Runs a task once, and records the run: the metrics of `ops` and its schedule also count what a command has done.
 * @param runs where the run is recorded
 * @param perform does the work; tests pass another function
 * @returns false if it found something wrong
 * @throws OtherTaskRuns while another process runs a task, Error if it could not be done
 */
export const runTask = (
  name: TaskName,
  environment: Environment,
  place: TaskPlace,
  runs: TaskRuns = new TaskRuns(place.dataDir),
  perform: typeof performTask = performTask,
): Promise<boolean> => withTaskLock(place.dataDir, name, () => runs.record(name, () => perform(name, environment, place)));
