import { parentPort } from 'node:worker_threads';
import { inspectPdf } from './inspect-pdf.ts';

/** The thread's side of the pool: one file in, one verdict or one failure out. */
parentPort?.on('message', async ({ path, target }: { path: string; target: string }) => {
  try {
    parentPort?.postMessage({ result: await inspectPdf(path, target) });
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    parentPort?.postMessage({ failure: message, code });
  }
});
