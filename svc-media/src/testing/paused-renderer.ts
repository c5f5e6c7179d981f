import { randomUUID } from 'node:crypto';
import { BroadcastChannel } from 'node:worker_threads';
import type { PrintLayout } from '@portal/contract-kit';
import { type Renderer, RenderPool } from '../rendering/renderer.ts';

/** A form with this title is drawn without a pause. */
export const AT_ONCE = 'at once';

/** The script of the worker: it waits with its first form until it is told to begin. The drawing of a form is only its title. */
const script = (channel: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
    import { BroadcastChannel, parentPort } from 'node:worker_threads';
    const channel = new BroadcastChannel('${channel}');
    const released = new Promise((resolve) => { channel.onmessage = ({ data }) => data === 'begin' && resolve(); });
    parentPort.on('message', async ({ layout }) => {
      channel.postMessage('here');
      if (layout.title !== '${AT_ONCE}') await released;
      parentPort.postMessage({ result: new TextEncoder().encode('%PDF-' + layout.title) });
    });
    parentPort.postMessage({ ready: true });
  `)}`,
  );

/**
 * The real pool with one thread of each kind, which pauses at its first form until `release()`. The pool then chooses the next one among all forms that have arrived by
 * then.
 */
export class PausedRenderer implements Renderer {
  /** Titles of the requested forms, in the order of the requests. */
  readonly asked: string[] = [];
  /** Titles of the drawn forms, in the order of drawing. */
  readonly drawn: string[] = [];
  private readonly channel: BroadcastChannel;
  private readonly pool: RenderPool;
  private released = false;

  constructor() {
    const name = randomUUID();
    this.channel = new BroadcastChannel(name);
    // The release and the worker's message may come in either order.
    this.channel.onmessage = () => {
      if (this.released) this.channel.postMessage('begin');
    };
    this.pool = new RenderPool({ threads: 1 }, script(name));
  }

  draw(layout: PrintLayout, ...how: [assets?: object, awaited?: () => boolean]): Promise<Uint8Array> {
    return this.noted(layout, () => this.pool.draw(layout, ...how));
  }

  drawLarge(layout: PrintLayout): Promise<Uint8Array> {
    return this.noted(layout, () => this.pool.drawLarge(layout));
  }

  private async noted({ title }: PrintLayout, draw: () => Promise<Uint8Array>): Promise<Uint8Array> {
    this.asked.push(title);
    const pdf = await draw();
    this.drawn.push(title);
    return pdf;
  }

  release(): void {
    this.released = true;
    this.channel.postMessage('begin');
  }

  async close(): Promise<void> {
    this.release();
    await this.pool.close();
    this.channel.close();
  }
}
