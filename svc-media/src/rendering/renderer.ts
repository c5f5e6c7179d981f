import type { PrintLayout } from '@portal/contract-kit';
import { WorkerPool } from '../workers/worker-pool.ts';
import type { PrintAssets } from './drawing.ts';

/** Draws layouts; where and how many at once is its own matter. */
export interface Renderer {
  /** @param awaited whether somebody waits for it now; it may become true later. These are drawn before all others, in the order they came. */
  draw(layout: PrintLayout, assets?: PrintAssets, awaited?: () => boolean): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface RenderPoolOptions {
  /** Threads that draw at the same time. */
  threads: number;
  /** Milliseconds one drawing may take. */
  timeoutMs?: number;
  /** Milliseconds after which a thread without work is ended and its memory freed. */
  idleMs?: number;
}

/** Drawing takes milliseconds of pure computing: on threads of its own it delays no request. They start with the first form and keep the fonts loaded. */
export class RenderPool implements Renderer {
  private readonly pool: WorkerPool<{ layout: PrintLayout; assets: PrintAssets }, Uint8Array>;

  constructor({ threads, timeoutMs = 30_000, idleMs = 300_000 }: RenderPoolOptions, script: URL) {
    this.pool = new WorkerPool({ threads, timeoutMs, idleMs, memoryMb: 192 }, script);
  }

  draw(layout: PrintLayout, assets: PrintAssets = {}, awaited = () => false): Promise<Uint8Array> {
    return this.pool.run({ layout, assets }, { first: awaited });
  }

  /** What was asked for is still drawn: the queue ends after this and would count it as failed. */
  close(): Promise<void> {
    return this.pool.close();
  }
}

/** The pool where the code is built; in tests, which run the sources, the drawing itself. The threads load what draws, this one does not. */
export function createRenderer(options: RenderPoolOptions): Renderer {
  if (import.meta.url.endsWith('.ts'))
    return { draw: async (layout, assets) => (await import('./drawing.ts')).drawLayout(layout, assets), close: async () => undefined };
  return new RenderPool(options, new URL('./render.worker.js', import.meta.url));
}
