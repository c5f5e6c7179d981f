import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { MEDIA_RELEASED_TOPIC, type PrintLayout, RENDER_TOPIC, type RenderJob } from '@portal/contract-kit';
import { Clock, Database, Ids, InboxRow, inSpan, isDuplicate, type JobQueue, log, Metrics, QUEUE, ReadRepository } from '@portal/service-kit';
import { Repository } from 'typeorm';
import { MediaFileRow } from '../files/media-file.entity.ts';
import { printJpeg } from '../inspection/images.ts';
import { MediaSettings } from '../media.settings.ts';
import type { PrintAssets } from '../rendering/drawing.ts';
import type { Renderer } from '../rendering/renderer.ts';
import { BlobMissing, type BlobStore } from '../storage/blob-store.ts';
import { writeRowOrDeleteBlob } from '../storage/blob-with-row.ts';
import { BLOBS } from '../storage/storage.provider.ts';
import { OutdatedPrintsRow } from './outdated-prints.entity.ts';
import { PrintFileRow } from './print-file.entity.ts';
import { UnstoredDrawings } from './unstored-drawings.ts';
import { within } from './within.ts';

export const RENDERER = Symbol('Renderer');

const KEY = /^([\w-]{1,40})\/([\w-]{1,60})\/([\w.-]{1,40})\/[\w.-]{1,60}$/;

/** A layout of more characters as JSON than this is drawn on the thread for large forms: some 400 QR codes, or 100 documents of a person. */
const LARGE = 128 * 1024;

interface UnderWay {
  awaited: boolean;
  done: Promise<void>;
}

/**
 * Draws each requested form once and stores it under its key. Every form is requested through the queue sooner or later. A call that waits for a form sends the
 * layout too; that form is drawn before those of the queue, and the later queue job finds it done.
 */
@Injectable()
export class Prints implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Drawings in progress by id, shared by the queue and any number of callers. */
  private readonly underWay = new Map<string, UnderWay>();
  /** Who waits for a large form for a minute or two may ask again late. */
  private readonly unstored = { small: new UnstoredDrawings(), large: new UnstoredDrawings(300_000) };
  private readonly drawing;

  constructor(
    private readonly db: Database,
    @ReadRepository(PrintFileRow) private readonly prints: Repository<PrintFileRow>,
    @ReadRepository(MediaFileRow) private readonly files: Repository<MediaFileRow>,
    @Inject(QUEUE) private readonly queue: JobQueue,
    @Inject(BLOBS) private readonly blobs: BlobStore,
    @Inject(RENDERER) private readonly renderer: Renderer,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly settings: MediaSettings,
    metrics: Metrics,
  ) {
    this.drawing = metrics.histogram({
      name: 'portal_render_duration_seconds',
      help: 'Time from a render job or call to its form, by the service that asked',
      labelNames: ['for'],
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    });
  }

  onApplicationBootstrap(): void {
    // One more than the number of threads, so that the next layout is loaded while all threads are busy.
    this.queue.consume<RenderJob>(RENDER_TOPIC, ({ payload, requestId }) => this.draw(payload, false, requestId), {
      concurrency: this.settings.renderThreads + 1,
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.renderer.close();
  }

  /** Returns the stored print, or undefined. */
  async find(key: string): Promise<PrintFileRow | undefined> {
    return (await this.db.findById(PrintFileRow, idOf(key))) ?? undefined;
  }

  /** Returns the stored print; a missing one is drawn now. Returns undefined if it is not ready after `waitMs`; the drawing continues, for the next request. */
  async ask(key: string, layout: PrintLayout, waitMs: number, requestId: string): Promise<PrintFileRow | undefined> {
    const drawn = this.draw({ key, layout }, true, requestId).catch((error: unknown) =>
      log().warn({ requestId, reason: error instanceof Error ? error.message : String(error) }, 'a form that somebody waits for was not drawn'),
    );
    await within(drawn, waitMs);
    return this.find(key);
  }

  /**
   * Draws a form that is not stored: after the forms of single documents that callers wait for, or, if it is large, beside all others. Returns undefined if it is
   * not ready after `waitMs`; an equal call soon afterwards gets the same drawing.
   */
  drawUnstored(layout: PrintLayout, service: string, waitMs: number, requestId: string): Promise<Uint8Array | undefined> {
    const key = JSON.stringify([service, layout]);
    const isLarge = key.length > LARGE;
    const draw = () =>
      this.render(
        layout,
        service,
        (assets) => (isLarge ? this.renderer.drawLarge(layout, assets) : this.renderer.draw(layout, assets, () => false)),
        requestId,
      ).catch((error: unknown) => {
        log().warn({ requestId, reason: error instanceof Error ? error.message : String(error) }, 'a form that somebody waits for was not drawn');
        return undefined;
      });
    return this.unstored[isLarge ? 'large' : 'small'].ask(idOf(key), draw, waitMs);
  }

  async content(row: PrintFileRow): Promise<Readable> {
    return this.blobs.get(row.blob);
  }

  /** @param awaited whether a caller waits for the form; if a caller asks for a form that the queue already started, that drawing becomes awaited */
  private draw(job: RenderJob, awaited: boolean, requestId: string | undefined): Promise<void> {
    const id = idOf(job.key);
    const known = this.underWay.get(id);
    if (known) {
      known.awaited ||= awaited;
      return known.done;
    }
    const form: UnderWay = { awaited, done: Promise.resolve() };
    this.underWay.set(id, form);
    form.done = this.drawOnce(id, job, () => form.awaited, requestId).finally(() => this.underWay.delete(id));
    return form.done;
  }

  private async drawOnce(id: string, { key, layout }: RenderJob, awaited: () => boolean, requestId: string | undefined): Promise<void> {
    const parts = KEY.exec(key);
    if (!parts) throw new Error('The key of a print is <service>/<documentId>/<version>/<form>.');
    const began = this.clock.now();
    const isOutdated = (): Promise<boolean> => this.isOutdated(parts, began, awaited);
    if (!(await this.prints.existsBy({ id })) && !(await isOutdated())) await this.store(id, parts, layout, awaited, requestId);
    if (await isOutdated()) await this.delete(id);
  }

  private async store(id: string, parts: RegExpExecArray, layout: PrintLayout, awaited: () => boolean, requestId: string | undefined): Promise<void> {
    const pdf = await this.render(layout, parts[1] as string, (assets) => this.renderer.draw(layout, assets, awaited), requestId);
    const blob = this.ids.next();
    const size = await this.blobs.put(blob, Readable.from([Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)]), 'application/pdf');
    const row = { id, service: parts[1], documentId: parts[2], size, blob, createdAt: this.clock.now() };
    await writeRowOrDeleteBlob(this.blobs, blob, () => this.db.write((tx) => tx.insert(PrintFileRow, row))).catch((error: unknown) => {
      // Another instance has drawn the form meanwhile; its print is kept.
      if (!isDuplicate(error)) throw error;
    });
  }

  private async render(
    layout: PrintLayout,
    service: string,
    draw: (assets: PrintAssets) => Promise<Uint8Array>,
    requestId: string | undefined,
  ): Promise<Uint8Array> {
    const started = performance.now();
    const assets = await this.assetsOf(layout.photoUid);
    const pdf = await inSpan('render', () => draw(assets));
    const ms = performance.now() - started;
    this.drawing.observe({ for: service }, ms / 1000);
    log().debug({ requestId, ms: Math.round(ms), size: pdf.byteLength }, 'form drawn');
    return pdf;
  }

  /**
   * Whether a form must not be kept, because its document was released, or data was erased from it, before the form was stored: its message came late, or it
   * was drawn meanwhile. A form that somebody waits for is asked for only while its document exists; a release before `began` was then that of another member
   * of the same group. The form of a group has no single version, so only what is erased while it is drawn counts.
   */
  private async isOutdated([, , documentId, version]: RegExpExecArray, began: Date, awaited: () => boolean): Promise<boolean> {
    const release = await this.db.reader.findOneBy(InboxRow, { id: documentId, topic: MEDIA_RELEASED_TOPIC });
    if (release && (!awaited() || release.at >= began)) return true;
    const outdated = await this.db.reader.findOneBy(OutdatedPrintsRow, { documentId });
    return outdated !== null && (outdated.version === 0 ? outdated.at >= began : Number(version) < outdated.version);
  }

  private async delete(id: string): Promise<void> {
    const print = await this.prints.findOneBy({ id });
    if (!print) return;
    await this.db.write((tx) => tx.delete(PrintFileRow, { id, blob: print.blob }));
    await this.blobs.delete(print.blob);
  }

  private async assetsOf(photoUid: string | undefined): Promise<PrintAssets> {
    const row = photoUid ? await this.files.findOneBy({ id: photoUid }) : null;
    if (!row?.type.startsWith('image/')) return {};
    try {
      return { photo: await printJpeg(await buffer(await this.blobs.get(row.blob))) };
    } catch (error) {
      // The photo was replaced or deleted during the read; the next attempt reads the new state.
      if (error instanceof BlobMissing) throw new Error('The photo is just being replaced.');
      throw error;
    }
  }
}

const idOf = (key: string): string => createHash('sha256').update(key).digest('hex');
