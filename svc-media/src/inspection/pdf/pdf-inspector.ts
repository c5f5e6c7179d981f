import { log } from '@portal/service-kit';
import { TaskStopped, WorkerPool } from '../../workers/worker-pool.ts';
import type { Verdict } from './inspect-pdf.ts';

/** Inspects PDFs in worker threads. */
export interface PdfInspector {
  /**
   * Inspects a file with a short time limit.
   * @returns undefined if the inspection takes longer than a moment
   */
  inspectSoon(path: string, target: string, size: number): Promise<Verdict | undefined>;
  /** @param size of the file, in bytes */
  inspect(path: string, target: string, size: number): Promise<Verdict>;
  close(): Promise<void>;
}

interface Task {
  path: string;
  target: string;
  size: number;
}

/** Time limit in ms. A file of 10 MB needs a second or two; the limit allows for a busy machine. */
const LONGEST_MS = 20_000;
/** Short time limit in ms, enough for nearly every file. */
const MOMENT_MS = 500;
const IDLE_MS = 60_000;
const MEMORY_MB = 224;
/** The parser keeps every name it has seen in memory, so a new thread replaces the old one after this many bytes. */
const MOST_BYTES_PER_THREAD = 8 * 1024 * 1024;

/** Runs inspections in worker threads, with limits that no ordinary file exceeds. A file that exceeds them is refused and its thread is ended. */
export class PdfInspectionPool implements PdfInspector {
  private readonly pool: WorkerPool<Task, Verdict>;
  private readonly timeoutMs: number;

  constructor(script: URL, { threads, timeoutMs = LONGEST_MS }: { threads: number; timeoutMs?: number }) {
    this.timeoutMs = timeoutMs;
    const wear = { of: ({ size }: Task) => size, most: MOST_BYTES_PER_THREAD };
    this.pool = new WorkerPool({ threads, timeoutMs, idleMs: IDLE_MS, memoryMb: MEMORY_MB, wear }, script);
  }

  inspectSoon(path: string, target: string, size: number): Promise<Verdict | undefined> {
    return this.run({ path, target, size }, MOMENT_MS);
  }

  async inspect(path: string, target: string, size: number): Promise<Verdict> {
    return (await this.run({ path, target, size }, this.timeoutMs)) ?? { refused: 'unreadable' };
  }

  /** @returns undefined if the time was too short; a file that needs too much memory is refused */
  private async run(task: Task, timeoutMs: number): Promise<Verdict | undefined> {
    try {
      return await this.pool.run(task, { timeoutMs });
    } catch (error) {
      if (!(error instanceof TaskStopped)) throw error;
      const { size } = task;
      log().warn({ reason: error.message, size }, 'inspection of a PDF stopped');
      return error.late ? undefined : { refused: 'unreadable' };
    }
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}

/** Creates the worker pool in built code. Tests, which run the sources, inspect in the calling thread. */
export function createPdfInspector(threads: number): PdfInspector {
  if (import.meta.url.endsWith('.ts'))
    return {
      inspectSoon: async (path, target) => (await import('./inspect-pdf.ts')).inspectPdf(path, target),
      inspect: async (path, target) => (await import('./inspect-pdf.ts')).inspectPdf(path, target),
      close: async () => undefined,
    };
  return new PdfInspectionPool(new URL('./pdf.worker.js', import.meta.url), { threads });
}
