/** The manifest: the contents of a backup. It is written last, so a folder without it is not a complete backup. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackedFile } from './packed-lines.ts';

export const manifestName = 'manifest.json';

/** A position in the binary log of a MariaDB server. */
export interface BinaryLogPosition {
  file: string;
  position: number;
  /** The GTID of this position: all transactions before it. It shows whether a log belongs to the same server. */
  gtid: string;
}

export interface Manifest {
  format: 1;
  /** The time of the snapshot, in UTC. */
  takenAt: string;
  engine: 'mysql' | 'embedded';
  /** The position in the binary log of the database server at that moment. Present only for a MariaDB that writes a binary log. */
  binaryLog?: BinaryLogPosition;
  databases: Record<string, { migrations: string[]; tables: Record<string, PackedFile> }>;
  /** The files of svc-media. */
  media: CopiedFiles;
  /** The files of the store of the areas. Missing if no setting named its folder, and in backups of earlier versions. */
  remotes?: CopiedFiles;
  /** Checksums of the key files by name; empty if the backup contains no keys. */
  keys: Record<string, string>;
}

/** Files that a backup contains as they are. `list` is a file that names each of them with its size and checksum. */
export interface CopiedFiles {
  count: number;
  bytes: number;
  list: PackedFile;
  removedMeanwhile: number;
}

/** A line of such a list. */
export interface FileEntry {
  name: string;
  size: number;
  sha256: string;
}

export const tableFile = (folder: string, service: string, table: string): string => join(folder, 'databases', service, `${table}.ndjson.gz`);
export const mediaList = (folder: string): string => join(folder, 'media.ndjson.gz');
export const mediaFile = (folder: string, name: string): string => join(folder, 'media', name.slice(-2), name);
export const remotesList = (folder: string): string => join(folder, 'remotes.ndjson.gz');
export const remotesFile = (folder: string, name: string): string => join(folder, 'remotes', name);
export const keyFile = (folder: string, name: string): string => join(folder, 'keys', name);

/** Returns the files whose checksums are in the manifest. The lists among them have the checksums of the others. */
export const listedFiles = ({ databases, media, remotes, keys }: Manifest, folder: string): { file: string; sha256: string }[] => [
  ...Object.entries(databases).flatMap(([service, { tables }]) =>
    Object.entries(tables).map(([table, { sha256 }]) => ({ file: tableFile(folder, service, table), sha256 })),
  ),
  { file: mediaList(folder), sha256: media.list.sha256 },
  ...(remotes ? [{ file: remotesList(folder), sha256: remotes.list.sha256 }] : []),
  ...Object.entries(keys).map(([name, sha256]) => ({ file: keyFile(folder, name), sha256 })),
];

/** Reads the manifest of a backup. @throws Error that says why this program cannot read the folder */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = join(folder, manifestName);
  if (!existsSync(file)) throw new Error(`${folder} holds no finished backup: ${manifestName} is missing.`);
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest;
  if (manifest.format !== 1) throw new Error(`${file} has format ${manifest.format}; this program reads format 1.`);
  return manifest;
}
