/** Lets one process at a time work on the backups: the schedule of `ops`, or a command that somebody runs beside it. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { log } from '@portal/service-kit';
import { type NativeDatabase, openFile } from './snapshot.ts';

/** Reports that another task is running. */
export class OtherTaskRuns extends Error {}

/**
 * Does the work while no other process, and no other caller in this process, does a task with the same folder. The lock is a transaction in a database without
 * tables: the operating system ends it when the process dies, also in another container on the machine.
 * @throws OtherTaskRuns if another task is running; also everything that the work throws
 */
export async function withTaskLock<T>(dataDir: string, task: string, work: () => Promise<T>): Promise<T> {
  const running = join(dataDir, 'task-running.json');
  const endLock = takeLock(dataDir, running);
  try {
    const removeNote = noteTask(running, task);
    try {
      return await work();
    } finally {
      removeNote();
    }
  } finally {
    endLock();
  }
}

/**
 * Takes the lock. To begin a transaction in an empty file, SQLite writes a page, which a full disk refuses. So the first task leaves this page in the file.
 * @returns a function that ends the lock
 * @throws OtherTaskRuns if another task is running, Error that says what to delete if the lock cannot be written
 */
function takeLock(dataDir: string, running: string): () => void {
  const file = join(dataDir, 'task.lock');
  let lock: NativeDatabase | undefined;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    lock = openFile(file, 0);
    lock.exec('begin immediate');
  } catch (error) {
    lock?.close();
    const { code, message } = error as Error & { code?: string };
    if (code === 'SQLITE_BUSY') throw new OtherTaskRuns(runningTask(running));
    const what = `the folders in ${join(dataDir, 'backups')} without manifest.json, or the oldest backup`;
    throw new Error(`No task can run: ${file} cannot be written (${message}). If the disk is full, delete ${what}.`);
  }
  const taken = lock;
  return () => {
    try {
      taken.exec('commit');
    } catch (error) {
      log().warn({ err: error }, 'the page of the lock could not be written');
    } finally {
      taken.close();
    }
  };
}

/** Writes down which task is running, for those that wait. The task also runs if the disk is full. @returns a function that removes the note */
function noteTask(file: string, task: string): () => void {
  try {
    writeFileSync(file, JSON.stringify({ task, since: new Date().toISOString() }), { mode: 0o600 });
    return () => rmSync(file, { force: true });
  } catch (error) {
    log().warn({ err: error }, 'which task is running could not be written down');
    return () => undefined;
  }
}

/** Does work that needs the lock, as soon as no other task is running. @param tell gets a line that says which task it waits for */
export async function afterOtherTasks<T>(work: () => Promise<T>, tell: (line: string) => void): Promise<T> {
  for (let told = ''; ; await wait(1_000))
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof OtherTaskRuns)) throw error;
      if (error.message !== told) tell(`${error.message}. This command waits until it has ended.`);
      told = error.message;
    }
}

/** Says which task is running. Its process may not have written the file yet. */
function runningTask(file: string): string {
  try {
    const { task, since } = JSON.parse(readFileSync(file, 'utf8')) as { task: string; since: string };
    return `${task} has been running since ${since}`;
  } catch {
    return 'Another task is running';
  }
}
