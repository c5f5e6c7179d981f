import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import {
  MEDIA_HELD_TOPIC,
  MEDIA_PRINTS_OUTDATED_TOPIC,
  MEDIA_RELEASED_TOPIC,
  type MediaHeld,
  type MediaPrintsOutdated,
  type MediaReleased,
} from '@portal/contract-kit';
import { Clock, Database, Ids, Inbox, InboxRow, type Job, type JobQueue, QUEUE } from '@portal/service-kit';
import { type EntityManager, In, LessThan, Not } from 'typeorm';
import { OutdatedPrintsRow } from '../prints/outdated-prints.entity.ts';
import { PrintFileRow } from '../prints/print-file.entity.ts';
import type { BlobStore } from '../storage/blob-store.ts';
import { BLOBS } from '../storage/storage.provider.ts';
import { MediaFileRow, MediaHoldRow } from './media-file.entity.ts';

/** Records which document refers to which file, from the messages of the document services. Messages may arrive twice, late and out of order. */
@Injectable()
export class MediaHolds implements OnApplicationBootstrap {
  constructor(
    private readonly db: Database,
    @Inject(QUEUE) private readonly queue: JobQueue,
    private readonly inbox: Inbox,
    @Inject(BLOBS) private readonly blobs: BlobStore,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  onApplicationBootstrap(): void {
    this.queue.consume<MediaHeld>(MEDIA_HELD_TOPIC, (job) => this.hold(job));
    this.queue.consume<MediaReleased>(MEDIA_RELEASED_TOPIC, (job) => this.release(job));
    this.queue.consume<MediaPrintsOutdated>(MEDIA_PRINTS_OUTDATED_TOPIC, (job) => this.deletePrints(job));
  }

  private async hold({ id, topic, payload }: Job<MediaHeld>): Promise<void> {
    const { service, documentId, uids } = payload;
    const held = await this.filesOf(payload);
    await this.db.write(async (tx) => {
      await this.lock(tx, [...held, ...uids]);
      if (!(await this.inbox.first(tx, id, topic))) return;
      const before = await tx.findBy(MediaHoldRow, { service, documentId });
      await this.take(tx, payload, before);
      const latest = Math.max(0, ...before.map(({ version }) => version));
      // A draft keeps only the files of its newest version. A submitted document keeps the files of all its versions, because older versions stay readable.
      // A file that became known only after the lock is not locked, so it is not released.
      if (payload.submitted || before.some(({ submitted }) => submitted) || payload.version < latest) return;
      const dropped = before.filter(({ fileId }) => held.includes(fileId) && !uids.includes(fileId));
      if (dropped.length) await tx.delete(MediaHoldRow, { id: In(dropped.map((hold) => hold.id)) });
    });
    // A document that was released before this message arrived holds nothing.
    if (await this.db.reader.existsBy(InboxRow, { id: documentId })) await this.db.write((tx) => tx.delete(MediaHoldRow, { service, documentId }));
  }

  private async take(tx: EntityManager, { service, documentId, version, uids, submitted }: MediaHeld, before: MediaHoldRow[]): Promise<void> {
    if (uids.length === 0) return;
    const files = await tx.find(MediaFileRow, { select: { id: true }, where: { id: In(uids) } });
    for (const { id: fileId } of files) {
      const known = before.find((hold) => hold.fileId === fileId);
      if (known) await tx.update(MediaHoldRow, { id: known.id }, { version: Math.max(known.version, version), submitted: known.submitted || submitted });
      else await tx.insert(MediaHoldRow, { id: this.ids.next(), service, documentId, fileId, version, submitted });
    }
  }

  /** Returns the ids of the files that a document holds. */
  private async filesOf({ service, documentId }: MediaReleased): Promise<string[]> {
    return (await this.db.reader.findBy(MediaHoldRow, { service, documentId })).map(({ fileId }) => fileId);
  }

  /**
   * Locks files, so that a concurrent hold, release, deletion or reservation of one of them runs entirely before or after this transaction. It precedes every
   * read of the transaction, because on MySQL all reads see the moment of the first one.
   */
  private async lock(tx: EntityManager, fileIds: string[]): Promise<void> {
    if (fileIds.length) await tx.update(MediaFileRow, { id: In(fileIds) }, { touchedAt: this.clock.now() });
  }

  private async release({ id, topic, payload: { service, documentId } }: Job<MediaReleased>): Promise<void> {
    // The release is recorded under the document's id, and committed before the holds are read: a concurrent `hold` finds it, or its holds are found here.
    await this.db.write(async (tx) => {
      // A group is released whenever one of its members is erased: the last time counts.
      if (!(await this.inbox.first(tx, documentId, topic))) await tx.update(InboxRow, { id: documentId, topic }, { at: this.clock.now() });
    });
    const held = await this.filesOf({ service, documentId });
    const now = this.clock.now();
    const blobs = await this.db.write(async (tx) => {
      await this.lock(tx, held);
      if (!(await this.inbox.first(tx, id, topic))) return [];
      const elsewhere = held.length ? (await tx.findBy(MediaHoldRow, { fileId: In(held), documentId: Not(documentId) })).map(({ fileId }) => fileId) : [];
      const unheld = held.filter((fileId) => !elsewhere.includes(fileId));
      const found = unheld.length ? await tx.findBy(MediaFileRow, { id: In(unheld) }) : [];
      // A file that is reserved belongs to a document that is being submitted. Without that document, the scheduled job deletes it.
      const files = found.filter(({ reservedUntil }) => !reservedUntil || reservedUntil <= now);
      const prints = await tx.findBy(PrintFileRow, { service, documentId });
      await tx.delete(MediaHoldRow, { service, documentId });
      if (files.length) await tx.delete(MediaFileRow, { id: In(files.map((file) => file.id)) });
      await tx.delete(PrintFileRow, { service, documentId });
      await tx.delete(OutdatedPrintsRow, { documentId });
      return [...files, ...prints].map(({ blob }) => blob);
    });
    for (const blob of blobs) await this.blobs.delete(blob);
  }

  private async deletePrints({ id, topic, payload: { service, documentId, version = 0 } }: Job<MediaPrintsOutdated>): Promise<void> {
    // As with a release, this is committed before the prints are read: a form that is being drawn finds it, or is found here.
    await this.db.write(async (tx) => {
      const at = this.clock.now();
      const { affected } = await tx.update(OutdatedPrintsRow, { documentId }, { at });
      if (!affected) await tx.insert(OutdatedPrintsRow, { documentId, version, at });
      else await tx.update(OutdatedPrintsRow, { documentId, version: LessThan(version) }, { version });
    });
    const prints = await this.db.write(async (tx) => {
      if (!(await this.inbox.first(tx, id, topic))) return [];
      const found = await tx.findBy(PrintFileRow, { service, documentId });
      await tx.delete(PrintFileRow, { service, documentId });
      return found;
    });
    for (const { blob } of prints) await this.blobs.delete(blob);
  }
}
