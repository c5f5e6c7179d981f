import type { Readable } from 'node:stream';

/** The metadata of a blob. */
export interface BlobStat {
  name: string;
  size: number;
  storedAt: Date;
}

/**
 * A store for blobs. The service chooses the names, never a client: lower-case letters, digits and hyphens, 1 to 80 of them. A blob is stored completely or not
 * at all, even after a crash; it is written once and never changed.
 */
export interface BlobStore {
  /**
   * Stores the whole stream. If the store or the stream fails, nothing is stored.
   * @returns the number of bytes stored
   */
  put(name: string, content: Readable, type: string): Promise<number>;
  /** @throws BlobMissing */
  get(name: string): Promise<Readable>;
  stat(name: string): Promise<BlobStat | undefined>;
  /** Deletes a blob. If the blob does not exist, nothing happens. */
  delete(name: string): Promise<void>;
  list(): AsyncIterable<BlobStat>;
  /** Throws if nothing can be stored now; the reason is for the log. */
  check(): Promise<void>;
}

export class BlobMissing extends Error {
  constructor() {
    super('There is no such blob.');
  }
}

/**
 * Returns the name if it is valid for a blob.
 * @throws if it is not
 */
export function safeName(name: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,79}$/.test(name)) throw new Error('Not a name of a blob.');
  return name;
}
