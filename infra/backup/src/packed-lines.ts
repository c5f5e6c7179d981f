/** The format of tables and lists in a backup: one JSON value per line, compressed with gzip. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline as pipe, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

export interface PackedFile {
  /** Number of lines. */
  lines: number;
  /** Hash of the uncompressed lines: two backups of the same rows have the same hash. */
  contentSha256: string;
  /** Hash of the compressed file. */
  sha256: string;
}

/** Writes one line for each value, and waits until the file is flushed to the disk. */
export async function writeLines(file: string, values: AsyncIterable<unknown> | Iterable<unknown>): Promise<PackedFile> {
  const content = createHash('sha256');
  const whole = createHash('sha256');
  let lines = 0;
  async function* texts(): AsyncGenerator<string> {
    for await (const value of values) {
      const line = `${JSON.stringify(value)}\n`;
      content.update(line);
      lines++;
      yield line;
    }
  }
  async function* hashed(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of packed) {
      whole.update(piece);
      yield piece;
    }
  }
  await pipeline(Readable.from(texts()), createGzip(), hashed, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
  return { lines, contentSha256: content.digest('hex'), sha256: whole.digest('hex') };
}

/** Reads the values of a file one by one. @throws Error if the file is missing or damaged */
export async function* readLines<T>(file: string): AsyncGenerator<T> {
  // Unlike pipe(), pipeline() passes on the error of a file that cannot be opened. The error then reaches the loop below, so the callback has nothing to do.
  const input = pipe(createReadStream(file), createGunzip(), () => undefined);
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  try {
    for await (const line of lines) yield JSON.parse(line) as T;
  } finally {
    input.destroy();
  }
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return hash.digest('hex');
}
