import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import { L, type MediaDescription, sentence } from '@portal/contract-kit';
import {
  Audit,
  type Call,
  Clock,
  conflict,
  Database,
  forbidden,
  Idempotency,
  Ids,
  isStaff,
  notFound,
  ReadRepository,
  unauthenticated,
  unprocessable,
} from '@portal/service-kit';
import { type EntityManager, In, Repository } from 'typeorm';
import { MediaSettings } from '../media.settings.ts';
import { BlobMissing, type BlobStore } from '../storage/blob-store.ts';
import { writeRowOrDeleteBlob } from '../storage/blob-with-row.ts';
import { BLOBS } from '../storage/storage.provider.ts';
import { safeFileName } from './file-name.ts';
import { MediaFileRow, MediaHoldRow } from './media-file.entity.ts';
import { Quotas } from './quotas.ts';
import { UploadChecks } from './upload-checks.service.ts';
import type { Upload } from './uploads.ts';

/** The response to an upload. `data` contains a small picture as base64, so that it can be shown immediately; it is null for other files. */
export interface UploadAnswer {
  uid: string;
  id: string;
  name: string;
  size: number;
  data: string | null;
}

/**
 * Time in ms for which a file is reserved for a document that is being submitted. The message that the document refers to the file normally arrives within
 * seconds, but later if the queue is down.
 */
const reservedMs = 3_600_000;

/** Records which file was created with an idempotency key, in the transaction of the upload. */
type Remember = (tx: EntityManager, uid: string) => Promise<void>;

const isUid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/**
 * Stores files and controls the access to them. Knowing the uid is enough to read a file: everybody who may read the document knows it. Only the uploader may
 * change a file. A file uploaded by the public may be changed by anybody who knows its uid, until a document is submitted with it.
 */
@Injectable()
export class MediaService {
  constructor(
    private readonly db: Database,
    @ReadRepository(MediaFileRow) private readonly files: Repository<MediaFileRow>,
    @ReadRepository(MediaHoldRow) private readonly holds: Repository<MediaHoldRow>,
    @Inject(BLOBS) private readonly blobs: BlobStore,
    private readonly checks: UploadChecks,
    private readonly audit: Audit,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly idempotency: Idempotency,
    private readonly quotas: Quotas,
    private readonly settings: MediaSettings,
  ) {}

  async upload(scope: string, upload: Upload, call: Call): Promise<UploadAnswer> {
    const again = async () => null;
    return this.once(upload, call, again, async (remember) => {
      const { type, size } = await this.checks.check(upload);
      return this.store(
        { scope, type, name: safeFileName(upload.name, type), size },
        createReadStream(upload.path),
        { call, caller: upload.caller },
        null,
        remember,
      );
    });
  }

  /** Stores a small version of a picture, as a JPEG that fits into the box. */
  async uploadPicture(upload: Upload, box: { width: number; height: number }, call: Call): Promise<UploadAnswer> {
    const again = async (row: MediaFileRow) => (await buffer(await this.content(row))).toString('base64');
    return this.once(upload, call, again, async (remember) => {
      const bytes = await this.checks.checkSmallImage(upload, box);
      const file = { scope: 'profile', type: 'image/jpeg', name: safeFileName(upload.name, 'image/jpeg'), size: bytes.length };
      return this.store(file, Readable.from([bytes]), { call, caller: upload.caller }, bytes.toString('base64'), remember);
    });
  }

  /**
   * Runs an upload once for each idempotency key: the same key with the same name, fields and bytes is the same upload.
   * @param dataOf returns `data` for the response to a repeated upload
   */
  private async once(
    upload: Upload,
    call: Call,
    dataOf: (row: MediaFileRow) => Promise<string | null>,
    work: (remember: Remember) => Promise<UploadAnswer>,
  ): Promise<UploadAnswer> {
    if (!call.idempotencyKey) return work(async () => undefined);
    const digest = createHash('sha256');
    await pipeline(createReadStream(upload.path), digest);
    const sent = { name: upload.name, fields: upload.fields, digest: digest.digest('hex') };
    const answer = await this.idempotency.once<UploadAnswer>(
      call,
      sent,
      async (remember) => ({ status: 201, body: await work((tx, uid) => remember(tx, { status: 201, documentId: uid, version: 1 })) }),
      async ({ status, documentId }) => {
        const row = await this.find(documentId);
        return { status, body: { uid: row.id, id: row.id, name: row.name, size: row.size, data: await dataOf(row) } };
      },
    );
    return answer.body;
  }

  /** Replaces the content of a file; the uid stays. */
  async replace(uid: string, upload: Upload, call: Call): Promise<UploadAnswer> {
    const { type, size } = await this.checks.check(upload);
    const name = safeFileName(upload.name, type);
    const blob = this.ids.next();
    await this.blobs.put(blob, createReadStream(upload.path), type);
    const old = await this.write(blob, async (tx) => {
      const row = await this.lock(tx, uid, call);
      await tx.update(MediaFileRow, { id: uid }, { blob, name, type, size });
      await this.audit.add(tx, call, { action: 'replace', kind: 'file', documentId: uid });
      return row.blob;
    });
    await this.blobs.delete(old);
    await this.quotas.count(upload.caller, size);
    return { uid, id: uid, name, size, data: null };
  }

  async remove(uid: string, call: Call): Promise<void> {
    if (!isUid(uid)) throw notFound('file');
    const blob = await this.db.write(async (tx) => {
      const row = await this.lock(tx, uid, call);
      await tx.delete(MediaHoldRow, { fileId: uid });
      await tx.delete(MediaFileRow, { id: uid });
      await this.audit.add(tx, call, { action: 'delete', kind: 'file', documentId: uid });
      return row.blob;
    });
    await this.blobs.delete(blob);
  }

  /**
   * Checks that the caller may change the file, before the request body is read.
   * @throws 404, 401, 403 or 409
   */
  async requireChangeable(uid: string, call: Call): Promise<void> {
    const row = await this.find(uid);
    this.mayChange(row, call);
    await this.requireFree(this.holds, row);
  }

  /** Opens a file for its reader. Reads by staff are audited. */
  async read(uid: string, call: Call): Promise<MediaFileRow> {
    const row = await this.find(uid);
    if (isStaff(call.actor)) await this.audit.read(call, { action: 'read', kind: 'file', documentId: uid });
    return row;
  }

  async content(row: MediaFileRow): Promise<Readable> {
    try {
      return await this.blobs.get(row.blob);
    } catch (error) {
      throw error instanceof BlobMissing ? notFound('file') : error;
    }
  }

  /**
   * Returns a description of the files with these uids, so that other services can check a document. The files are kept for another day, so that the document
   * can be saved meanwhile.
   * @param documentId the document that will refer to the files, if it has files already
   * @param reserve whether a document is being submitted with the files; nobody can then delete or replace them until the document refers to them
   * @throws 422 MAX_LENGTH `medias` if the document, including its earlier versions, would have too many files or bytes
   */
  async describe(uids: string[], documentId?: string, reserve = false): Promise<MediaDescription[]> {
    const ids = [...new Set(uids.filter(isUid))];
    if (ids.length === 0) return [];
    const now = this.clock.now();
    await this.db.write((tx) => tx.update(MediaFileRow, { id: In(ids) }, { touchedAt: now }));
    const rows = await this.files.findBy({ id: In(ids) });
    await this.requireRoom(rows, documentId);
    if (reserve) return this.reserve(ids, now);
    return rows.map(described);
  }

  /**
   * Reserves the files for a document that is being submitted.
   * @returns the files that still exist
   */
  private async reserve(ids: string[], now: Date): Promise<MediaDescription[]> {
    return this.db.write(async (tx) => {
      await tx.update(MediaFileRow, { id: In(ids) }, { reservedUntil: new Date(now.getTime() + reservedMs) });
      return (await tx.findBy(MediaFileRow, { id: In(ids) })).map(described);
    });
  }

  /**
   * Checks the limits of one document: these files, and the files of its earlier versions. Another document may refer to one of the files too, as a licence and
   * its renewal have the same photo; its other files do not count.
   */
  private async requireRoom(rows: MediaFileRow[], documentId: string | undefined): Promise<void> {
    const { documentFiles, documentMegabytes } = this.settings;
    const ids = rows.map(({ id }) => id);
    const holds = documentId ? await this.holds.findBy({ documentId }) : [];
    const earlier = [...new Set(holds.map(({ fileId }) => fileId))].filter((id) => !ids.includes(id));
    const held = earlier.length ? await this.files.find({ select: { id: true, size: true }, where: { id: In(earlier) } }) : [];
    const files = [...rows, ...held];
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    if (files.length <= documentFiles && bytes <= documentMegabytes * 1024 * 1024) return;
    const message = sentence(
      'A document may hold {{files}} files of {{megabytes}} MB together. Leave some out, or send smaller ones.',
      'Um documento pode ter {{files}} ficheiros com {{megabytes}} MB no total. Retire alguns ou envie ficheiros mais pequenos.',
      { files: documentFiles, megabytes: documentMegabytes },
    );
    throw unprocessable([{ code: 'MAX_LENGTH', field: 'medias', message }]);
  }

  private async store(
    file: { scope: string; type: string; name: string; size: number },
    content: Readable,
    { call, caller }: { call: Call; caller: string },
    data: string | null,
    remember: Remember,
  ): Promise<UploadAnswer> {
    const uid = this.ids.unguessable();
    const answer: UploadAnswer = { uid, id: uid, name: file.name, size: file.size, data };
    const blob = this.ids.next();
    await this.blobs.put(blob, content, file.type);
    const now = this.clock.now();
    await this.write(blob, async (tx) => {
      await remember(tx, uid);
      await tx.insert(MediaFileRow, { ...file, id: uid, blob, uploadedBy: call.actor.sub, createdAt: now, touchedAt: now });
      await this.audit.add(tx, call, { action: 'upload', kind: 'file', documentId: uid });
    });
    await this.quotas.count(caller, file.size);
    return answer;
  }

  private write<Result>(blob: string, work: (tx: EntityManager) => Promise<Result>): Promise<Result> {
    return writeRowOrDeleteBlob(this.blobs, blob, () => this.db.write(work));
  }

  private async find(uid: string): Promise<MediaFileRow> {
    const row = isUid(uid) ? await this.db.findById(MediaFileRow, uid) : null;
    if (!row) throw notFound('file');
    return row;
  }

  /**
   * Returns the row, locked for this transaction: because of the update, this transaction and a document that starts to refer to the file wait for each other.
   */
  private async lock(tx: EntityManager, uid: string, call: Call): Promise<MediaFileRow> {
    await tx.update(MediaFileRow, { id: uid }, { touchedAt: this.clock.now() });
    const row = await tx.findOneBy(MediaFileRow, { id: uid });
    if (!row) throw notFound('file');
    this.mayChange(row, call);
    await this.requireFree(tx.getRepository(MediaHoldRow), row);
    return row;
  }

  /** @throws 409 if a submitted document refers to the file, or is about to */
  private async requireFree(holds: Repository<MediaHoldRow>, { id, reservedUntil }: MediaFileRow): Promise<void> {
    if (await holds.existsBy({ fileId: id, submitted: true })) throw conflict('IN_USE', isHeld);
    if (reservedUntil && reservedUntil > this.clock.now()) throw conflict('IN_USE', isReserved);
  }

  private mayChange(row: MediaFileRow, { actor }: Call): void {
    if (row.uploadedBy === null || row.uploadedBy === actor.sub) return;
    throw actor.sub === null
      ? unauthenticated()
      : forbidden(L('Only the person who uploaded a file may change it', 'Só a pessoa que enviou um ficheiro o pode alterar'));
  }
}

const described = ({ id, name, size, type, scope }: MediaFileRow): MediaDescription => ({ uid: id, name, size, type, scope });
const isHeld = L('A submitted document holds this file', 'Um documento submetido contém este ficheiro');
/** The submission may have failed after the reservation. */
const isReserved = L(
  'A document with this file was sent a short time ago. Try again in an hour',
  'Um documento com este ficheiro foi enviado há pouco. Tente novamente dentro de uma hora',
);
