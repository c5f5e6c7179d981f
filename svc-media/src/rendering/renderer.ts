import { Worker } from 'node:worker_threads';
import type { PrintLayout } from '@portal/contract-kit';
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

interface Job {
  layout: PrintLayout;
  assets: PrintAssets;
  awaited: () => boolean;
  resolve: (pdf: Uint8Array) => void;
  reject: (reason: Error) => void;
}

interface Hand {
  worker: Worker;
  job?: Job;
  timer?: NodeJS.Timeout;
}

/** Drawing takes milliseconds of pure computing: on threads of its own it delays no request. They start with the first form and keep the fonts loaded. */
export class RenderPool implements Renderer {
  private readonly hands: Hand[] = [];
  private readonly waiting: Job[] = [];
  private readonly timeoutMs: number;
  private readonly idleMs: number;
  private closing = false;

  constructor(
    private readonly options: RenderPoolOptions,
    private readonly script: URL,
  ) {
    this.timeoutMs = options.timeoutMs ?? 30_000;
    this.idleMs = options.idleMs ?? 300_000;
  }

  draw(layout: PrintLayout, assets: PrintAssets = {}, awaited = () => false): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ layout, assets, awaited, resolve, reject });
      this.assign();
    });
  }

  /** What was asked for is still drawn: the queue ends after this and would count it as failed. */
  async close(): Promise<void> {
    this.closing = true;
    while (this.hands.some(({ job }) => job)) await new Promise((resolve) => setTimeout(resolve, 5));
    await Promise.all(this.hands.splice(0).map((hand) => this.dismiss(hand, new Error('The renderer was closed.'))));
  }

  private assign(): void {
    while (this.waiting.length > 0) {
      const hand = this.hands.find(({ job }) => !job) ?? (this.hands.length < this.options.threads ? this.hire() : undefined);
      if (!hand) return;
      const job = this.next();
      clearTimeout(hand.timer);
      hand.job = job;
      hand.worker.ref();
      hand.timer = setTimeout(() => this.remove(hand, new Error(`The form was not drawn within ${this.timeoutMs} ms.`)), this.timeoutMs);
      hand.worker.postMessage({ layout: job.layout, assets: job.assets });
    }
  }

  private next(): Job {
    const awaited = this.waiting.findIndex((job) => job.awaited());
    return this.waiting.splice(Math.max(awaited, 0), 1)[0] as Job;
  }

  private hire(): Hand {
    const hand: Hand = { worker: new Worker(this.script, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8 } }) };
    hand.worker.on('message', ({ pdf, failure }: { pdf?: Uint8Array; failure?: string }) => this.finish(hand, pdf, failure));
    hand.worker.on('error', (error) => this.remove(hand, error));
    hand.worker.on('exit', () => this.remove(hand, new Error('The render thread ended.')));
    this.hands.push(hand);
    return hand;
  }

  private finish(hand: Hand, pdf: Uint8Array | undefined, failure: string | undefined): void {
    const { job } = hand;
    clearTimeout(hand.timer);
    hand.job = undefined;
    hand.worker.unref();
    hand.timer = setTimeout(() => this.remove(hand, new Error('The render thread had no work.')), this.closing ? 0 : this.idleMs);
    hand.timer.unref();
    if (pdf) job?.resolve(pdf);
    else job?.reject(new Error(failure ?? 'The form could not be drawn.'));
    this.assign();
  }

  private remove(hand: Hand, reason: Error): void {
    const index = this.hands.indexOf(hand);
    if (index < 0) return;
    this.hands.splice(index, 1);
    void this.dismiss(hand, reason);
    this.assign();
  }

  private async dismiss(hand: Hand, reason: Error): Promise<void> {
    clearTimeout(hand.timer);
    hand.job?.reject(reason);
    hand.job = undefined;
    await hand.worker.terminate();
  }
}

/** The pool where the code is built; in tests, which run the sources, the drawing itself. The threads load what draws, this one does not. */
export function createRenderer(options: RenderPoolOptions): Renderer {
  if (import.meta.url.endsWith('.ts'))
    return { draw: async (layout, assets) => (await import('./drawing.ts')).drawLayout(layout, assets), close: async () => undefined };
  return new RenderPool(options, new URL('./render.worker.js', import.meta.url));
}
