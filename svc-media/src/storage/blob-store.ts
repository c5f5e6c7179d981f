import type { Readable } from 'node:stream';

/** What is stored under a name. */
export interface BlobStat {
  name: string;
  size: number;
  storedAt: Date;
}

/**
 * Where the bytes are. A name is ours and never a client's: lower-case letters, digits and hyphens, 1 to 80 of them.
 * A blob is there whole or not at all, also after a crash; it is written once and never changed.
 */
export interface BlobStore {
  /** Stores the stream to its end. Where it fails, or the stream does, nothing is left. @returns the bytes stored */
  put(name: string, content: Readable, type: string): Promise<number>;
  /** @throws BlobMissing */
  get(name: string): Promise<Readable>;
  stat(name: string): Promise<BlobStat | undefined>;
  /** Removing what is not there changes nothing. */
  delete(name: string): Promise<void>;
  list(): AsyncIterable<BlobStat>;
  /** Throws where nothing could be stored now; the reason is for the log. */
  check(): Promise<void>;
}

export class BlobMissing extends Error {
  constructor() {
    super('There is no such blob.');
  }
}

/** @throws when the name could mean anything but a blob of this store */
export function safeName(name: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,79}$/.test(name)) throw new Error('Not a name of a blob.');
  return name;
}
