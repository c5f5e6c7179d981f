import type { PrintLayout } from '@portal/contract-kit';
import { WorkerPool } from '../workers/worker-pool.ts';
import type { PrintAssets } from './drawing.ts';

/** Draws layouts; each implementation decides in which thread and how many at the same time. */
export interface Renderer {
  /** @param awaited whether a caller waits now; it may become true later. Awaited layouts are drawn before all others, in order of arrival. */
  draw(layout: PrintLayout, assets?: PrintAssets, awaited?: () => boolean): Promise<Uint8Array>;
  /** Draws a form of many documents, which may take more than a minute, beside the forms that `draw` draws. */
  drawLarge(layout: PrintLayout, assets?: PrintAssets): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface RenderPoolOptions {
  /** Number of drawing threads. */
  threads: number;
  /** Time limit of one drawing, in milliseconds; a form of many documents has six times as long. */
  timeoutMs?: number;
  /** Milliseconds after which an idle thread is ended and its memory freed. */
  idleMs?: number;
}

/**
 * Draws in worker threads, because drawing is pure computing and would block other requests. The threads start with the first form and keep the fonts loaded.
 */
export class RenderPool implements Renderer {
  private readonly pool: WorkerPool<{ layout: PrintLayout; assets: PrintAssets }, Uint8Array>;
  /** One more thread, which starts with the first form of many documents. Ten thousand QR codes take some 110 MB of its heap. */
  private readonly large: WorkerPool<{ layout: PrintLayout; assets: PrintAssets }, Uint8Array>;

  constructor({ threads, timeoutMs = 30_000, idleMs = 300_000 }: RenderPoolOptions, script: URL) {
    this.pool = new WorkerPool({ threads, timeoutMs, idleMs, memoryMb: 192 }, script);
    this.large = new WorkerPool({ threads: 1, timeoutMs: 6 * timeoutMs, idleMs, memoryMb: 256 }, script);
  }

  draw(layout: PrintLayout, assets: PrintAssets = {}, awaited = () => false): Promise<Uint8Array> {
    return this.pool.run({ layout, assets }, { first: awaited });
  }

  drawLarge(layout: PrintLayout, assets: PrintAssets = {}): Promise<Uint8Array> {
    return this.large.run({ layout, assets });
  }

  /**
   * Draws the layouts that are already requested before closing: the queue closes after this, and would count unfinished ones as failed. A form of many documents
   * would take longer than a service may take to stop, and its caller asks again.
   */
  async close(): Promise<void> {
    await Promise.all([this.pool.close(), this.large.abandon()]);
  }
}

/** Creates the worker pool in built code. Tests, which run the sources, draw in the calling thread. Only the threads load the drawing code. */
export function createRenderer(options: RenderPoolOptions): Renderer {
  if (import.meta.url.endsWith('.ts')) {
    const draw = async (layout: PrintLayout, assets?: PrintAssets): Promise<Uint8Array> => (await import('./drawing.ts')).drawLayout(layout, assets);
    return { draw, drawLarge: draw, close: async () => undefined };
  }
  return new RenderPool(options, new URL('./render.worker.js', import.meta.url));
}
