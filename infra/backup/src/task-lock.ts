/** Lets one process at a time work on the backups: the schedule of `ops`, or a command that somebody runs beside it. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openFile } from './snapshot.ts';

/** Reports that another task is running. */
export class OtherTaskRuns extends Error {}

/**
 * Does the work while no other process, and no other caller in this process, does a task with the same folder. The lock is a transaction in an empty database:
 * the operating system ends it when the process dies, also in another container on the machine.
 * @throws OtherTaskRuns if another task is running; also everything that the work throws
 */
export async function withTaskLock<T>(dataDir: string, task: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const running = join(dataDir, 'task-running.json');
  const lock = openFile(join(dataDir, 'task.lock'), 0);
  try {
    try {
      lock.exec('begin immediate');
    } catch (error) {
      if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
      throw new OtherTaskRuns(runningTask(running));
    }
    writeFileSync(running, JSON.stringify({ task, since: new Date().toISOString() }), { mode: 0o600 });
    try {
      return await work();
    } finally {
      rmSync(running, { force: true });
    }
  } finally {
    lock.close();
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
