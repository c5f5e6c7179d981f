/**
 * Serves files of other releases of the shell. A page that was opened before an upgrade, or through another gateway during an upgrade, still requests the files
 * of its own release. Therefore each gateway copies the files of its shell into the store of the remotes, where all gateways of a portal find them.
 */
import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Store, sha384 } from '@portal/remotes';
import type { FastifyBaseLogger } from 'fastify';
import type { FileSource } from './files.ts';

/** Name under which the store holds releases of the shell. No area has this name. */
const SHELL = 'shell';
const LIST = 'remote.json';
/** Matches files that never change, because their names contain a hash of their content. */
const hashedFile = /^assets\/[\w.-]+\.[0-9a-f]{8,}\.\w+$/;
/** Number of releases that are kept. */
const mostKept = 10;
/** Minimum milliseconds between two checks of the store for new releases, however many unknown names are requested. */
const lookAgainMs = 1_000;

/** The list that the store holds for a release, in addition to the files. */
interface List {
  /** When a gateway with this release was last started. */
  at: string;
  /** The hash of each file. */
  files: Record<string, string>;
  /** Message authentication code. It proves that a gateway of this portal has written the list. */
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

/** Derives the key that authenticates the lists. Somebody who can only write to the store does not have it. */
const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'portal files of the shell', 32));

export class EarlierShells implements FileSource {
  private readonly key: Buffer;
  private readonly places = new Map<string, { release: string; hash: string }>();
  private readonly known = new Set<string>();
  /** The next check of the store, if it has not begun yet. */
  private nextLook?: Promise<void>;
  private looking?: Promise<void>;
  /** When the last check began, in ms of `performance.now()`. */
  private lookedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: Options) {
    this.key = keyOf(options.secret);
  }

  /** Copies the files of this gateway's shell into the store, and removes the releases whose last start is longest ago. A failure is only logged. */
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

  /**
   * Reads the lists of releases that are new in the store. Callers share a check that has not begun yet; soon after a check they wait for the next one, because
   * a release may have been added in between.
   */
  private lookForReleases(): Promise<void> {
    this.nextLook ??= this.lookNext();
    return this.nextLook;
  }

  /** Reads the lists when the check before has ended, which may take long with a slow store, and not sooner than `lookAgainMs` after it began. */
  private async lookNext(): Promise<void> {
    await this.looking;
    await wait(Math.max(0, this.lookedAt + lookAgainMs - performance.now()));
    this.nextLook = undefined;
    this.lookedAt = performance.now();
    this.looking = this.readReleases().catch((error: Error) =>
      this.options.log.warn({ reason: error.message }, 'files of other releases of the shell not read'),
    );
    await this.looking;
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

  /** Reads the list of a release. Returns undefined unless a gateway of this portal has written it. */
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

/** Looks for a file in the gateway's own shell first, then in other releases. */
export class ShellFiles implements FileSource {
  constructor(
    private readonly own: FileSource,
    private readonly earlier: FileSource,
  ) {}

  async look(name: string): ReturnType<FileSource['look']> {
    return (await this.own.look(name)) ?? this.earlier.look(name);
  }
}
