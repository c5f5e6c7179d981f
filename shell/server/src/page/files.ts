import { readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { passportWorkerPolicy, workerPolicy } from '../security-headers.ts';
import { CompressedFile } from './compressed-file.ts';

const MOST_BYTES = 64 * 1024 * 1024;
const hashed = /[.-][0-9a-f]{8,}\./i;

interface Content {
  bytes: Buffer;
  /** Compressed forms that already exist. */
  made: Partial<Record<'br' | 'gzip', Buffer>>;
}

/** A source of files. */
export interface FileSource {
  /**
   * Finds the current file of this name; undefined when there is none. The content is read only on demand, so a version that is already cached is not read
   * again.
   */
  look(name: string): Promise<{ version: string; read(): Promise<Content | undefined> } | undefined>;
}

/** Reads files from a folder. */
export class FolderFiles implements FileSource {
  constructor(private readonly folder: string) {}

  async look(name: string): Promise<{ version: string; read(): Promise<Content> } | undefined> {
    const full = join(this.folder, name);
    const stats = await stat(full).catch(() => undefined);
    if (!stats?.isFile() || !(await this.holds(full))) {
      return undefined;
    }
    return { version: `${stats.mtimeMs}:${stats.size}`, read: async () => ({ bytes: await readFile(full), made: await this.madeFor(full) }) };
  }

  private async madeFor(full: string): Promise<Content['made']> {
    const [br, gzip] = await Promise.all(['.br', '.gz'].map((ending) => readFile(full + ending).catch(() => undefined)));
    return { ...(br && { br }), ...(gzip && { gzip }) };
  }

  /** Checks that a file lies in the folder. A symbolic link that leads out of the folder counts as missing. */
  private async holds(full: string): Promise<boolean> {
    const [folder, file] = await Promise.all([realpath(this.folder), realpath(full)]);
    return file.startsWith(folder + sep);
  }
}

/** Caches files in memory. When the cache is full, the files that were loaded first are removed. */
export class FileCache {
  private readonly kept = new Map<string, { file: CompressedFile; version: string }>();
  private bytes = 0;

  /** @param isServed decides by its name whether a file may be served */
  constructor(
    private readonly source: FileSource,
    private readonly isServed: (name: string) => boolean = () => true,
  ) {}

  /**
   * Finds the file of this name, the path below the folder. Returns undefined when there is none. The name is taken as it is, without decoding, so that no file
   * has a second name that a check before this one does not know.
   */
  async find(name: string): Promise<CompressedFile | undefined> {
    const found = isSafe(name) && this.isServed(name) ? await this.source.look(name) : undefined;
    if (!found) {
      return undefined;
    }
    const known = this.kept.get(name);
    if (known?.version === found.version) {
      return known.file;
    }
    const content = await found.read();
    if (!content) {
      return undefined;
    }
    const file = new CompressedFile(name, content.bytes, undefined, content.made);
    this.keep(name, file, found.version);
    return file;
  }

  private keep(name: string, file: CompressedFile, version: string): void {
    this.bytes += file.bytes.length - (this.kept.get(name)?.file.bytes.length ?? 0);
    this.kept.delete(name);
    this.kept.set(name, { file, version });
    for (const [oldest, { file: given }] of this.kept) {
      if (this.bytes <= MOST_BYTES || oldest === name) {
        break;
      }
      this.kept.delete(oldest);
      this.bytes -= given.bytes.length;
    }
  }
}

/** Checks that a name is below a folder, and names no hidden file. */
const isSafe = (name: string): boolean => !/[\\\0]/.test(name) && name.split('/').every((part) => part && !part.startsWith('.'));

/** `Cache-Control` for files that never change: one year. */
export const forever = 'public, max-age=31536000, immutable';

interface Caching {
  cacheControl?: string;
  /** Request headers that the response depends on, besides `Accept-Encoding`. */
  vary?: string;
}

/** Returns the content security policy for a worker script; undefined for all other files. */
export function policyOfFile(url: string, type: string): string | undefined {
  if (!/worker/i.test(url) || !type.startsWith('text/javascript')) return undefined;
  return /passport-worker/i.test(url) ? passportWorkerPolicy : workerPolicy;
}

/** Sends a file. Browsers may cache a file for a year when its name contains a hash. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: CompressedFile, caching: Caching = {}): Promise<FastifyReply> {
  const { bytes, encoding } = await file.pack(request.headers['accept-encoding']);
  const etag = `"${file.etag}${encoding ? `-${encoding}` : ''}"`;
  void reply
    .header('etag', etag)
    .header('vary', ['accept-encoding', ...(caching.vary ? [caching.vary] : [])].join(', '))
    .header('cache-control', caching.cacheControl ?? (hashed.test(request.url) ? forever : 'no-cache'));
  if (request.headers['if-none-match'] === etag) {
    return reply.code(304).send();
  }
  if (encoding) {
    reply.header('content-encoding', encoding);
  }
  const policy = policyOfFile(request.url, file.type);
  if (policy) void reply.header('content-security-policy', policy);
  return reply.type(file.type).send(bytes);
}

/** Answers 404 for a file that does not exist. */
export const notFoundText = (reply: FastifyReply): FastifyReply =>
  reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Not found');
