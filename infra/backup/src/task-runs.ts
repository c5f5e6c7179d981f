/** When each task of `ops` was last done, by its schedule or by a command. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { log } from '@portal/service-kit';

/** The last run of a task; times in milliseconds. */
export interface TaskRun {
  triedAt: number;
  /** When the task last succeeded; 0 if never. */
  succeededAt: number;
  seconds: number;
  failed: boolean;
}

/**
 * The last run of each task, in a file that all processes with the same folder share. A process writes it only while it holds the lock of the tasks, so that no
 * run of another process is lost.
 */
export class TaskRuns {
  private readonly file: string;
  /** What this process has read and written: while the disk is full, it keeps the schedule until the process ends. */
  private readonly known = new Map<string, TaskRun>();

  constructor(dataDir: string) {
    this.file = join(dataDir, 'ops.json');
  }

  /** Returns the last run of the task by any process; undefined if there was none. */
  last(task: string): TaskRun | undefined {
    this.read();
    return this.known.get(task);
  }

  /** Does a task and records the run. Call it with the lock of the tasks. @returns what the work returns: whether the task found nothing wrong */
  async record(task: string, work: () => Promise<boolean>): Promise<boolean> {
    const triedAt = Date.now();
    let good = false;
    try {
      good = await work();
      return good;
    } finally {
      this.read();
      const succeededAt = good ? Date.now() : (this.known.get(task)?.succeededAt ?? 0);
      this.known.set(task, { triedAt, succeededAt, seconds: (Date.now() - triedAt) / 1000, failed: !good });
      this.write();
    }
  }

  /** Notes a run that failed before it had the lock, for this process alone. A run that was recorded since `triedAt` stays. */
  noteFailure(task: string, triedAt: number): void {
    const last = this.last(task);
    if ((last?.triedAt ?? 0) >= triedAt) return;
    this.known.set(task, { triedAt, succeededAt: last?.succeededAt ?? 0, seconds: 0, failed: true });
  }

  private read(): void {
    let stored: Record<string, TaskRun>;
    try {
      stored = JSON.parse(readFileSync(this.file, 'utf8'));
    } catch {
      return;
    }
    for (const [task, run] of Object.entries(stored)) if (run.triedAt > (this.known.get(task)?.triedAt ?? 0)) this.known.set(task, run);
  }

  private write(): void {
    try {
      writeFileSync(`${this.file}.new`, JSON.stringify(Object.fromEntries(this.known)), { mode: 0o600 });
      renameSync(`${this.file}.new`, this.file);
    } catch (error) {
      log().error({ err: error }, 'when the tasks were done could not be written down');
    }
  }
}
