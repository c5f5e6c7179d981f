/**
 * Files of the shell of other releases. A page that was opened before an upgrade, or through another gateway during one, goes on asking for the files of its
 * own release. Each gateway puts the files of its shell into the store of the remotes, where all gateways of a portal find them.
 */
import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Store, sha384 } from '@portal/remotes';
import type { FastifyBaseLogger } from 'fastify';
import type { FileSource } from './files.ts';

/** The name under which the store holds releases of the shell; no area has it. */
const SHELL = 'shell';
const LIST = 'remote.json';
/** Files that never change: their names hold a hash of what is in them. */
const hashedFile = /^assets\/[\w.-]+\.[0-9a-f]{8,}\.\w+$/;
/** As many releases are kept. */
const mostKept = 10;
/** The store is not asked more often for releases that are new in it. */
const lookAgainMs = 5_000;

/** What the store holds of a release, beside the files. */
interface List {
  /** When a gateway with this release started last. */
  at: string;
  /** The hash of each file. */
  files: Record<string, string>;
  /** Only a gateway of this portal can have written it. */
  mac: string;
}

interface Options {
  /** The folder of this gateway's own shell. */
  folder: string;
  store: Pick<Store, 'versions' | 'read' | 'write' | 'add' | 'has' | 'remove'>;
  /** The secret that all gateways of a portal share. */
  secret: string;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** The key of the lists. Whoever may write to the store cannot make one. */
const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'portal files of the shell', 32));

export class EarlierShells implements FileSource {
  private readonly key: Buffer;
  private readonly places = new Map<string, { release: string; hash: string }>();
  private readonly known = new Set<string>();
  private looking?: Promise<void>;
  private lookedAt = 0;

  constructor(private readonly options: Options) {
    this.key = keyOf(options.secret);
  }

  /** Puts the files of this gateway's shell into the store, and removes releases that were started longest ago. A failure is logged. */
  async keep(): Promise<void> {
    const { store, log } = this.options;
    try {
      const files = await this.ownFiles();
      if (files.size === 0) return;
      const hashes = Object.fromEntries([...files].map(([name, bytes]) => [name, sha384(bytes)]));
      const release = `h${createHash('sha256').update(JSON.stringify(hashes)).digest('hex').slice(0, 16)}`;
      const list = Buffer.from(JSON.stringify(this.signed({ at: new Date().toISOString(), files: hashes })));
      if (await store.has(SHELL, release)) await store.write(SHELL, release, LIST, list);
      else await store.add(SHELL, release, new Map([...files, [LIST, list]]));
      const all = await Promise.all((await store.versions(SHELL)).map(async (each) => ({ release: each, at: (await this.listOf(each))?.at ?? '' })));
      const newestFirst = all.toSorted((a, b) => (a.at < b.at ? 1 : -1)).filter((each) => each.release !== release);
      for (const each of newestFirst.slice(mostKept - 1)) await store.remove(SHELL, each.release);
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'the files of the shell are not in the store: pages of other releases do not find theirs here');
    }
  }

  async look(name: string): ReturnType<FileSource['look']> {
    if (!hashedFile.test(name)) return undefined;
    if (!this.places.has(name)) await this.lookForReleases();
    const place = this.places.get(name);
    return (
      place && {
        version: place.hash,
        read: async () => {
          const bytes = await this.options.store.read(SHELL, place.release, name);
          return bytes && sha384(bytes) === place.hash ? { bytes, made: {} } : undefined;
        },
      }
    );
  }

  private async ownFiles(): Promise<Map<string, Buffer>> {
    const { folder } = this.options;
    const names = (await readdir(join(folder, 'assets')).catch(() => [])).map((name) => `assets/${name}`).filter((name) => hashedFile.test(name));
    return new Map(await Promise.all(names.sort().map(async (name) => [name, await readFile(join(folder, name))] as const)));
  }

  /** Reads the lists of releases that are new in the store. Many callers wait for the same look. */
  private lookForReleases(): Promise<void> {
    if (Date.now() - this.lookedAt < lookAgainMs) return this.looking ?? Promise.resolve();
    this.lookedAt = Date.now();
    this.looking = this.readReleases().catch((error: Error) =>
      this.options.log.warn({ reason: error.message }, 'files of other releases of the shell not read'),
    );
    return this.looking;
  }

  private async readReleases(): Promise<void> {
    for (const release of await this.options.store.versions(SHELL)) {
      if (this.known.has(release)) continue;
      const list = await this.listOf(release);
      if (!list) continue;
      this.known.add(release);
      for (const [name, hash] of Object.entries(list.files)) this.places.set(name, { release, hash });
    }
  }

  /** The list of a release, if a gateway of this portal has written it. */
  private async listOf(release: string): Promise<List | undefined> {
    const text = await this.options.store.read(SHELL, release, LIST);
    try {
      const list = JSON.parse(String(text)) as List;
      const [given, right] = [list, this.signed(list)].map(({ mac }) => Buffer.from(mac));
      return given.length === right.length && timingSafeEqual(given, right) ? list : undefined;
    } catch {
      return undefined;
    }
  }

  private signed({ at, files }: Omit<List, 'mac'>): List {
    return {
      at,
      files,
      mac: createHmac('sha256', this.key)
        .update(JSON.stringify([at, files]))
        .digest('base64url'),
    };
  }
}

/** The files of a gateway's own shell and, where it has none of a name, those of other releases. */
export class ShellFiles implements FileSource {
  constructor(
    private readonly own: FileSource,
    private readonly earlier: FileSource,
  ) {}

  async look(name: string): ReturnType<FileSource['look']> {
    return (await this.own.look(name)) ?? this.earlier.look(name);
  }
}
