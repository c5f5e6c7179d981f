import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { RenderJob } from '@portal/contract-kit';
import { Clock, Database, Ids, inSpan, isDuplicate, type Job, type JobQueue, log, Metrics, QUEUE, RENDER_TOPIC } from '@portal/service-kit';
import { MediaFileRow } from '../files/media-file.entity.ts';
import { printJpeg } from '../inspection/images.ts';
import { MediaSettings } from '../media.settings.ts';
import type { PrintAssets } from '../rendering/drawing.ts';
import type { Renderer } from '../rendering/renderer.ts';
import { BlobMissing, type BlobStore } from '../storage/blob-store.ts';
import { BLOBS } from '../storage/storage.provider.ts';
import { PrintFileRow } from './print-file.entity.ts';

export const RENDERER = Symbol('Renderer');

/** How often a waiting caller looks whether another instance has drawn the form. */
const LOOK_AGAIN_MS = 250;
const KEY = /^([\w-]{1,40})\/([\w-]{1,60})\/[\w.-]{1,40}\/[\w.-]{1,60}$/;

/** Draws the forms that services ask for, once each, and keeps them under their keys. */
@Injectable()
export class Prints implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly drawn = new EventEmitter().setMaxListeners(0);
  private readonly drawing;

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(QUEUE) private readonly queue: JobQueue,
    @Inject(BLOBS) private readonly blobs: BlobStore,
    @Inject(RENDERER) private readonly renderer: Renderer,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Ids) private readonly ids: Ids,
    @Inject(MediaSettings) private readonly settings: MediaSettings,
    @Inject(Metrics) metrics: Metrics,
  ) {
    this.drawing = metrics.histogram({
      name: 'portal_render_duration_seconds',
      help: 'Time from a render job to its stored form, by the service that asked',
      labelNames: ['for'],
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    });
  }

  onApplicationBootstrap(): void {
    // One more than are drawn at once: the next one is read while the threads are busy.
    this.queue.consume<RenderJob>(RENDER_TOPIC, (job) => this.draw(job), { concurrency: this.settings.renderThreads + 1 });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.renderer.close();
  }

  /** The stored print, or undefined when it is not there after `waitMs`. */
  async find(key: string, waitMs: number): Promise<PrintFileRow | undefined> {
    const id = idOf(key);
    const until = Date.now() + waitMs;
    for (;;) {
      const row = await this.db.findById(PrintFileRow, id);
      if (row) return row;
      const left = until - Date.now();
      if (left <= 0) return undefined;
      await this.untilDrawn(id, Math.min(left, LOOK_AGAIN_MS));
    }
  }

  async content(row: PrintFileRow): Promise<Readable> {
    return this.blobs.get(row.blob);
  }

  private async draw({ payload: { key, layout }, requestId }: Job<RenderJob>): Promise<void> {
    const parts = KEY.exec(key);
    if (!parts) throw new Error('The key of a print is <service>/<documentId>/<version>/<form>.');
    const id = idOf(key);
    if (await this.db.reader.existsBy(PrintFileRow, { id })) return;
    const started = performance.now();
    const assets = await this.assetsOf(layout.photoUid);
    const pdf = await inSpan('render', () => this.renderer.draw(layout, assets));
    const blob = this.ids.next();
    const size = await this.blobs.put(blob, Readable.from([Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)]), 'application/pdf');
    try {
      await this.db.write((tx) => tx.insert(PrintFileRow, { id, service: parts[1], documentId: parts[2], size, blob, createdAt: this.clock.now() }));
    } catch (error) {
      await this.blobs.delete(blob);
      // The job came twice at once and the other one is kept.
      if (!isDuplicate(error)) throw error;
    }
    const ms = performance.now() - started;
    this.drawing.observe({ for: parts[1] as string }, ms / 1000);
    log().debug({ requestId, ms: Math.round(ms), size }, 'form drawn');
    this.drawn.emit(id);
  }

  private async assetsOf(photoUid: string | undefined): Promise<PrintAssets> {
    const row = photoUid ? await this.db.reader.findOneBy(MediaFileRow, { id: photoUid }) : null;
    if (!row?.type.startsWith('image/')) return {};
    try {
      return { photo: await printJpeg(await buffer(await this.blobs.get(row.blob))) };
    } catch (error) {
      // Replaced or removed while it was being read: the next attempt reads what is there then.
      if (error instanceof BlobMissing) throw new Error('The photo is just being replaced.');
      throw error;
    }
  }

  private untilDrawn(id: string, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.drawn.off(id, done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.drawn.once(id, done);
    });
  }
}

const idOf = (key: string): string => createHash('sha256').update(key).digest('hex');
