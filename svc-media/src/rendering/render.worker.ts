import { constants, getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { PrintLayout } from '@portal/contract-kit';
import { drawLayout, type PrintAssets } from './drawing.ts';

// Lowers the priority of this thread, so that calls have precedence over drawing where processor time is scarce. On Linux, 0 means this thread; on other
// systems it means the whole process. A service that was started with a lower priority may not raise it.
if (process.platform === 'linux') setPriority(0, Math.max(getPriority(0), constants.priority.PRIORITY_BELOW_NORMAL));

/** Worker side of the pool: receives a layout, returns a PDF or an error. */
parentPort?.on('message', async ({ layout, assets }: { layout: PrintLayout; assets: PrintAssets }) => {
  try {
    const pdf = await drawLayout(layout, assets);
    parentPort?.postMessage({ result: pdf }, [pdf.buffer as ArrayBuffer]);
  } catch (error) {
    parentPort?.postMessage({ failure: error instanceof Error ? error.message : String(error) });
  }
});
parentPort?.postMessage({ ready: true });
