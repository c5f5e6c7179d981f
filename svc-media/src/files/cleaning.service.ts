import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Clock, Database, log } from '@portal/service-kit';
import { In, LessThan } from 'typeorm';
import { MediaSettings } from '../media.settings.ts';
import { PrintFileRow } from '../prints/print-file.entity.ts';
import type { BlobStore } from '../storage/blob-store.ts';
import { BLOBS } from '../storage/storage.provider.ts';
import { MediaFileRow, MediaHoldRow } from './media-file.entity.ts';
import { Quotas } from './quotas.ts';

const HOUR = 3_600_000;
const FIRST_RUN_MS = 60_000;
const BATCH = 200;
/** How long after its reservation a file is kept for a message of its document that is late, in milliseconds: long enough to mend what delays it. */
const LATE_MESSAGE_MS = 14 * 24 * HOUR;

/** The scheduled job that deletes orphans: files that no document refers to, and blobs without a row. Several instances may run it at the same time. */
@Injectable()
export class Cleaning implements OnApplicationBootstrap, OnApplicationShutdown {
  private timers: NodeJS.Timeout[] = [];
  private running?: Promise<void>;
  private stopped = false;

  constructor(
    private readonly db: Database,
    @Inject(BLOBS) private readonly blobs: BlobStore,
    private readonly clock: Clock,
    private readonly settings: MediaSettings,
    private readonly quotas: Quotas,
  ) {}

  onApplicationBootstrap(): void {
    this.timers = [
      setTimeout(() => this.start(() => this.all()), FIRST_RUN_MS),
      setInterval(() => this.start(() => this.removeOrphans()), HOUR),
      setInterval(() => this.start(() => this.quotas.forget()), HOUR),
      setInterval(() => this.start(() => this.removeStrayBlobs()), 24 * HOUR),
    ];
    for (const timer of this.timers) timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    for (const timer of this.timers) clearTimeout(timer);
    await this.running;
  }

  /**
   * Deletes files that no document refers to and that were not requested lately. A file that was reserved probably belongs to a document whose message has not
   * arrived.
   * @returns how many were deleted
   */
  async removeOrphans(): Promise<number> {
    const before = this.limit();
    const reservedBefore = new Date(this.clock.now().getTime() - LATE_MESSAGE_MS);
    let removed = 0;
    for (let last = ''; !this.stopped; ) {
      const rows = await this.db.reader
        .createQueryBuilder(MediaFileRow, 'file')
        .leftJoin(MediaHoldRow, 'hold', 'hold.fileId = file.id')
        .where('file.touchedAt < :before and hold.id is null and file.id > :last', { before, last })
        .andWhere('(file.reservedUntil is null or file.reservedUntil < :reservedBefore)', { reservedBefore })
        .orderBy('file.id')
        .limit(BATCH)
        .getMany();
      for (const row of rows) if (await this.removeIfFree(row, before)) removed++;
      if (rows.length < BATCH) break;
      last = rows[rows.length - 1].id;
    }
    if (removed > 0) log().info({ removed }, 'files without a document removed');
    return removed;
  }

  /**
   * Deletes blobs without a row, which a crash between the two writes leaves behind.
   * @returns how many were deleted
   */
  async removeStrayBlobs(): Promise<number> {
    const before = this.limit();
    let removed = 0;
    let batch: string[] = [];
    const settle = async () => {
      const known = await this.blobsWithRows(batch);
      for (const name of batch.filter((each) => !known.has(each))) {
        await this.blobs.delete(name);
        removed++;
      }
      batch = [];
    };
    for await (const { name, storedAt } of this.blobs.list()) {
      if (this.stopped) break;
      if (storedAt < before) batch.push(name);
      if (batch.length >= BATCH) await settle();
    }
    if (batch.length > 0) await settle();
    if (removed > 0) log().info({ removed }, 'stray bytes removed');
    return removed;
  }

  private async all(): Promise<void> {
    await this.quotas.forget();
    await this.removeOrphans();
    await this.removeStrayBlobs();
  }

  private start(work: () => Promise<unknown>): void {
    this.running = (this.running ?? Promise.resolve())
      .then(work)
      .then(() => undefined)
      .catch((error: unknown) => log().warn({ reason: error instanceof Error ? error.message : String(error) }, 'cleaning'));
  }

  /** Deletes the file unless a document refers to it by now; this is checked again inside the transaction. */
  private async removeIfFree({ id, blob }: MediaFileRow, before: Date): Promise<boolean> {
    const gone = await this.db
      .write(async (tx) => {
        const { affected } = await tx.delete(MediaFileRow, { id, blob, touchedAt: LessThan(before) });
        if (!affected) return false;
        if (!(await tx.existsBy(MediaHoldRow, { fileId: id }))) return true;
        throw new Held();
      })
      .catch((error: unknown) => {
        if (error instanceof Held) return false;
        throw error;
      });
    if (gone) await this.blobs.delete(blob);
    return gone;
  }

  private async blobsWithRows(names: string[]): Promise<Set<string>> {
    const of = async (entity: typeof MediaFileRow | typeof PrintFileRow) =>
      (await this.db.reader.find(entity, { select: { blob: true }, where: { blob: In(names) } })).map(({ blob }) => blob);
    return new Set([...(await of(MediaFileRow)), ...(await of(PrintFileRow))]);
  }

  private limit(): Date {
    return new Date(this.clock.now().getTime() - this.settings.orphanHours * HOUR);
  }
}

/** Thrown to roll back the deletion of a file that a document refers to by now. */
class Held extends Error {}
