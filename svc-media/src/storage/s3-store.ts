import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { BlobMissing, type BlobStat, type BlobStore, safeName } from './blob-store.ts';

export interface S3Options {
  bucket: string;
  region: string;
  /** Address of an S3-compatible server; without it, Amazon's own. */
  endpoint?: string;
  /** The access key; without it, the role of the machine is used. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** How long one attempt may take, in milliseconds. */
  limits?: S3Limits;
}

interface S3Limits {
  /** Until the answer begins. An upload has no such limit, because its content may take long. */
  answer: number;
  /** Without a byte in either direction. It leaves time for a reader on a slow network, who reads a file in bursts. */
  idle: number;
}

/** Maximum number of connections. A call that waits for one fails after `connectionTimeout`, and each file that is being read holds one. */
const pool = { maxSockets: 500 };

const usualLimits: S3Limits = { answer: 10_000, idle: 60_000 };

/** Stores blobs as objects of an S3 bucket, which must exist. */
export class S3Store implements BlobStore {
  private readonly client: S3Client;
  /** Options of every call but an upload. */
  private readonly answered: { requestTimeout: number };

  constructor(private readonly options: S3Options) {
    const { answer, idle } = options.limits ?? usualLimits;
    this.answered = { requestTimeout: answer };
    this.client = new S3Client({
      region: options.region,
      endpoint: options.endpoint,
      // Compatible servers rarely have a host name for each bucket.
      forcePathStyle: options.endpoint !== undefined,
      credentials: options.credentials,
      // Compatible servers support only the older checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 3,
      requestHandler: { connectionTimeout: 2_000, socketTimeout: idle, throwOnRequestTimeout: true, httpAgent: pool, httpsAgent: pool },
    });
  }

  async put(name: string, content: Readable, type: string): Promise<number> {
    let size = 0;
    const counted = async function* () {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        size += chunk.length;
        yield chunk;
      }
    };
    // Only one part is in memory at a time; the parts of a failed upload are deleted.
    const upload = new Upload({
      client: this.client,
      queueSize: 1,
      leavePartsOnError: false,
      params: { ...this.at(name), Body: Readable.from(counted()), ContentType: type },
    });
    await upload.done();
    return size;
  }

  async get(name: string): Promise<Readable> {
    try {
      const { Body } = await this.client.send(new GetObjectCommand(this.at(name)), this.answered);
      return Body as Readable;
    } catch (error) {
      throw isMissing(error) ? new BlobMissing() : error;
    }
  }

  async stat(name: string): Promise<BlobStat | undefined> {
    try {
      const { ContentLength = 0, LastModified = new Date(0) } = await this.client.send(new HeadObjectCommand(this.at(name)), this.answered);
      return { name, size: ContentLength, storedAt: LastModified };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async delete(name: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand(this.at(name)), this.answered);
  }

  async *list(): AsyncIterable<BlobStat> {
    for await (const page of paginateListObjectsV2({ client: this.client }, { Bucket: this.options.bucket }, this.answered)) {
      for (const { Key, Size = 0, LastModified = new Date(0) } of page.Contents ?? []) if (Key) yield { name: Key, size: Size, storedAt: LastModified };
    }
  }

  async check(): Promise<void> {
    await this.client.send(new HeadBucketCommand({ Bucket: this.options.bucket }), this.answered);
  }

  private at(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.options.bucket, Key: safeName(name) };
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof NoSuchKey || error instanceof NotFound || (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404;
