import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Environment } from '@portal/service-kit';
import { BlobMissing, type BlobStore, openMediaStore } from 'svc-media/storage';
import { keyPaths } from './keys.ts';
import {
  type CopiedFiles,
  type FileEntry,
  keyFile,
  listedFiles,
  type Manifest,
  manifestName,
  mediaFile,
  mediaList,
  remotesFile,
  remotesList,
  tableFile,
} from './manifest.ts';
import { type PackedFile, readLines, sha256Of, writeLines } from './packed-lines.ts';
import { recordRun } from './record-run.ts';
import { filesOfStore, remotesFolder, type StoredFile } from './remotes-store.ts';
import { type ServiceDatabase, serviceDatabases } from './services.ts';
import { type Row, type Snapshot, takeSnapshot } from './snapshot.ts';

export interface BackupOptions {
  /** The project's folder. */
  root: string;
  /** An empty folder, or one that does not exist yet. */
  folder: string;
  /** Whether DATA_KEYS, AUDIT_KEYS and SIGNING_KEYS are also copied. Anyone who has such a backup can read everything in it. */
  withKeys?: boolean;
}

/**
 * Writes the databases and files of a portal into a folder. The portal may run meanwhile.
 *
 * It reads all databases as they were at one moment, then copies the files. A file is stored before the row that names it is committed, and is never changed.
 * So every file that the snapshot names is in the store, unless it was removed meanwhile; such files are counted. The queue in Redis is not backed up: every
 * message stays in an outbox until its job is done. If REMOTES_DIR names the store of the areas, it is copied last.
 * @returns the manifest of the backup
 */
export async function backUp(environment: Environment, { folder, root, withKeys = false }: BackupOptions): Promise<Manifest> {
  if (existsSync(folder) && (await readdir(folder)).length) throw new Error(`${folder} is not empty. Give each backup a folder of its own.`);
  const begunAt = Date.now();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const databases = await serviceDatabases(environment, root);
  const { settings } = databases[0] as ServiceDatabase;
  const takenAt = new Date().toISOString();
  const snapshot = await takeSnapshot(databases);
  const manifest: Manifest = { format: 1, takenAt, engine: settings.mysqlUrl ? 'mysql' : 'embedded', databases: {}, media: noMedia, keys: {} };
  if (snapshot.binaryLog) manifest.binaryLog = snapshot.binaryLog;
  const tablesWithBlobs = new Set<string>();
  try {
    for (const service of snapshot.services) manifest.databases[service] = await writeDatabase(snapshot, service, folder, tablesWithBlobs);
  } finally {
    await snapshot.close();
  }
  const media = await openMediaStore(environment);
  manifest.media = await copyFiles(mediaList(folder), filesNamedIn(tablesWithBlobs, media), (name) => mediaFile(folder, name));
  const remotes = remotesFolder(environment, root);
  if (remotes) manifest.remotes = await copyFiles(remotesList(folder), filesOfStore(remotes), (name) => remotesFile(folder, name));
  if (withKeys) {
    await mkdir(join(folder, 'keys'), { mode: 0o700 });
    for (const [name, path] of Object.entries(keyPaths(settings))) {
      if (!existsSync(path)) continue;
      await copyFile(path, keyFile(folder, name));
      manifest.keys[name] = await sha256Of(keyFile(folder, name));
    }
  }
  const missing = listedFiles(manifest, folder).filter(({ file }) => !existsSync(file));
  if (missing.length) throw new Error(`Files of the backup were removed while it was written, such as ${missing[0]?.file}`);
  const total = Object.values(manifest.databases).reduce((sum, { tables }) => sum + Object.values(tables).reduce((rows, { lines }) => rows + lines, 0), 0);
  // Under its name only when it is complete: a full disk may end the writing.
  const unfinished = join(folder, `${manifestName}.new`);
  await writeFile(unfinished, `${JSON.stringify(manifest, null, 2)}\n`, { flag: 'wx', mode: 0o600, flush: true });
  await rename(unfinished, join(folder, manifestName));
  await recordRun(databases, { kind: 'backup', begunAt, takenAt, note: `${total} rows, ${manifest.media.count} files` });
  return manifest;
}

const noMedia: CopiedFiles = { count: 0, bytes: 0, list: { lines: 0, contentSha256: '', sha256: '' }, removedMeanwhile: 0 };

/** Writes the tables of a database, and adds the written files that name blobs to `tablesWithBlobs`. */
async function writeDatabase(snapshot: Snapshot, service: string, folder: string, tablesWithBlobs: Set<string>): Promise<Manifest['databases'][string]> {
  await mkdir(dirname(tableFile(folder, service, 'x')), { recursive: true });
  const tables: Record<string, PackedFile> = {};
  for (const table of await snapshot.tables(service)) {
    const file = tableFile(folder, service, table);
    const rows = async function* () {
      for await (const row of snapshot.rows(service, table)) {
        // Only tables of svc-media have this column. It names a file that the backup must contain.
        if (typeof row.blob === 'string') tablesWithBlobs.add(file);
        yield row;
      }
    };
    tables[table] = await writeLines(file, rows());
  }
  return { migrations: await snapshot.migrations(service), tables };
}

/**
 * Returns every file that these tables of the backup name. It reads the names from the tables again, one after the other: there may be more of them than fit in
 * memory.
 */
async function* filesNamedIn(tables: Iterable<string>, store: BlobStore): AsyncGenerator<StoredFile> {
  for (const table of tables)
    for await (const { blob: name } of readLines<Row>(table)) if (typeof name === 'string') yield { name, open: () => openBlob(store, name) };
}

const openBlob = (store: BlobStore, name: string): Promise<Readable | undefined> =>
  store.get(name).catch((error: unknown) => {
    if (error instanceof BlobMissing) return undefined;
    throw error;
  });

/**
 * Copies files one after the other.
 * @param list where they are listed
 * @param placeOf returns the place of a file in the backup
 */
async function copyFiles(list: string, files: AsyncIterable<StoredFile>, placeOf: (name: string) => string): Promise<CopiedFiles> {
  let bytes = 0;
  let count = 0;
  let removedMeanwhile = 0;
  async function* copied(): AsyncGenerator<FileEntry> {
    for await (const { name, open } of files) {
      // Several rows may name the same file.
      if (existsSync(placeOf(name))) continue;
      const content = await open();
      if (!content) {
        removedMeanwhile++;
        continue;
      }
      const entry = { name, ...(await writeFileOf(content, placeOf(name))) };
      bytes += entry.size;
      count++;
      yield entry;
    }
  }
  const written = await writeLines(list, copied());
  return { count, bytes, list: written, removedMeanwhile };
}

/** Writes a file and waits until it is flushed to the disk. */
async function writeFileOf(content: Readable, file: string): Promise<Pick<FileEntry, 'size' | 'sha256'>> {
  const hash = createHash('sha256');
  let size = 0;
  await mkdir(dirname(file), { recursive: true });
  await pipeline(
    content,
    async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        hash.update(piece);
        size += piece.length;
        yield piece;
      }
    },
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
  );
  return { size, sha256: hash.digest('hex') };
}
