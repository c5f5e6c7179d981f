import { parentPort } from 'node:worker_threads';
import { inspectPdf } from './inspect-pdf.ts';

/** Worker side of the pool: receives a file, returns a verdict or an error. */
parentPort?.on('message', async ({ path, target }: { path: string; target: string }) => {
  try {
    parentPort?.postMessage({ result: await inspectPdf(path, target) });
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    parentPort?.postMessage({ failure: message, code });
  }
});
parentPort?.postMessage({ ready: true });
