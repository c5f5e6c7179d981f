import { parentPort } from 'node:worker_threads';
import type { PrintLayout } from '@portal/contract-kit';
import { drawLayout, type PrintAssets } from './drawing.ts';

/** The thread's side of the pool: one layout in, one PDF or one reason out. */
parentPort?.on('message', async ({ layout, assets }: { layout: PrintLayout; assets: PrintAssets }) => {
  try {
    const pdf = await drawLayout(layout, assets);
    parentPort?.postMessage({ result: pdf }, [pdf.buffer as ArrayBuffer]);
  } catch (error) {
    parentPort?.postMessage({ failure: error instanceof Error ? error.message : String(error) });
  }
});
