import type { Readable } from 'node:stream';

/** The metadata of a blob. */
export interface BlobStat {
  name: string;
  size: number;
  storedAt: Date;
}

/**
 * A store for bytes. Names are chosen by the service, never by a client: lower-case letters, digits and hyphens, 1 to 80 of them.
 * A blob is stored completely or not at all, even after a crash; it is written once and never changed.
 */
export interface BlobStore {
  /** Stores the whole stream. When the store or the stream fails, nothing remains. @returns the number of bytes stored */
  put(name: string, content: Readable, type: string): Promise<number>;
  /** @throws BlobMissing */
  get(name: string): Promise<Readable>;
  stat(name: string): Promise<BlobStat | undefined>;
  /** Deletes a blob. Deleting a missing one changes nothing. */
  delete(name: string): Promise<void>;
  list(): AsyncIterable<BlobStat>;
  /** Throws where nothing can be stored now; the reason is for the log. */
  check(): Promise<void>;
}

export class BlobMissing extends Error {
  constructor() {
    super('There is no such blob.');
  }
}

/** @throws when the name is not a valid name of a blob */
export function safeName(name: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,79}$/.test(name)) throw new Error('Not a name of a blob.');
  return name;
}
