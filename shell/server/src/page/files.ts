import { readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { workerPolicy } from '../security-headers.ts';
import { PackedFile } from './packed-file.ts';

const MOST_BYTES = 64 * 1024 * 1024;
const hashed = /[.-][0-9a-f]{8,}\./i;

/** Files of a folder, kept in memory once they were asked for, the oldest given up first. */
export class Files {
  private readonly kept = new Map<string, { file: PackedFile; version: string }>();
  private bytes = 0;

  constructor(private readonly folder: string) {}

  /** The file at this path below the folder; undefined where there is none. */
  async find(path: string): Promise<PackedFile | undefined> {
    const name = safeName(path);
    if (!name) {
      return undefined;
    }
    const full = join(this.folder, name);
    const stats = await stat(full).catch(() => undefined);
    if (!stats?.isFile() || !(await this.holds(full))) {
      return undefined;
    }
    const version = `${stats.mtimeMs}:${stats.size}`;
    const known = this.kept.get(name);
    if (known?.version === version) {
      return known.file;
    }
    const file = new PackedFile(name, await readFile(full), undefined, await this.madeFor(full));
    this.keep(name, file, version);
    return file;
  }

  private async madeFor(full: string): Promise<{ br?: Buffer; gzip?: Buffer }> {
    const [br, gzip] = await Promise.all(['.br', '.gz'].map((ending) => readFile(full + ending).catch(() => undefined)));
    return { ...(br && { br }), ...(gzip && { gzip }) };
  }

  /** A link that leads out of the folder is no file of it. */
  private async holds(full: string): Promise<boolean> {
    const [folder, file] = await Promise.all([realpath(this.folder), realpath(full)]);
    return file.startsWith(folder + sep);
  }

  private keep(name: string, file: PackedFile, version: string): void {
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

/** A path as a name below a folder: nothing hidden, nothing that climbs. */
function safeName(path: string): string | undefined {
  let name: string;
  try {
    name = decodeURIComponent(path).replace(/^\/+/, '');
  } catch {
    return undefined;
  }
  const parts = name.split('/');
  return name && !/[\\\0]/.test(name) && parts.every((part) => part && !part.startsWith('.')) ? name : undefined;
}

/** Sends a file. One whose name holds a hash never changes and is kept for a year. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: PackedFile, immutable = hashed.test(request.url)): Promise<FastifyReply> {
  const { bytes, encoding } = await file.pack(request.headers['accept-encoding']);
  const etag = `"${file.etag}${encoding ? `-${encoding}` : ''}"`;
  void reply
    .header('etag', etag)
    .header('vary', 'accept-encoding')
    .header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
  if (request.headers['if-none-match'] === etag) {
    return reply.code(304).send();
  }
  if (encoding) {
    reply.header('content-encoding', encoding);
  }
  if (/worker/i.test(request.url) && file.type.startsWith('text/javascript')) {
    reply.header('content-security-policy', workerPolicy);
  }
  return reply.type(file.type).send(bytes);
}
