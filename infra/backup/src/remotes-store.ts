/** The store of the areas in a folder (packages/remotes): the published screens, the deploy history and the orders of operators. */
import { existsSync } from 'node:fs';
import { open, readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { Environment } from '@portal/service-kit';

/** What is deployed, with the orders. */
export const registryFile = 'remotes.json';
/** Every change of the registry. */
export const historyFile = 'history.jsonl';

/** A file of the store. */
export interface StoredFile {
  /** Its path in the store. */
  name: string;
  /** Returns its content; undefined if it was removed meanwhile. */
  open(): Promise<Readable | undefined>;
}

/** Returns the folder of the store; undefined if the settings name none, or a bucket. */
export const remotesFolder = ({ REMOTES_DIR: folder, REMOTES_STORE: bucket }: Environment, root: string): string | undefined =>
  folder && !bucket ? resolve(root, folder) : undefined;

const ifThere = <T>(found: Promise<T>): Promise<T | undefined> =>
  found.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** Reads the history and the registry of the same moment, although somebody may publish meanwhile. A new store has neither. */
async function readRegistry(store: string): Promise<StoredFile[]> {
  const read = (name: string): Promise<Buffer | undefined> => ifThere(readFile(join(store, name)));
  for (;;) {
    const registry = await read(registryFile);
    const history = await read(historyFile);
    const after = await read(registryFile);
    if (registry?.toString() !== after?.toString()) continue;
    const found: [string, Buffer | undefined][] = [
      [historyFile, history],
      [registryFile, registry],
    ];
    return found.flatMap(([name, content]) => (content ? [{ name, open: async () => Readable.from([content]) }] : []));
  }
}

/** Whether a path is of a file that the store has for itself: a lock, the development keys of areas, or a version that is not complete yet. */
const isInternal = (name: string): boolean => name.split('/').some((part, depth) => part.startsWith('.') && depth < 2);

/** Returns the paths of the files in a folder of the store. A publisher or an operator may remove folders meanwhile. */
async function* pathsIn(store: string, folder = ''): AsyncGenerator<string> {
  for (const entry of (await ifThere(readdir(join(store, folder), { withFileTypes: true }))) ?? []) {
    const name = folder ? `${folder}/${entry.name}` : entry.name;
    if (isInternal(name)) continue;
    if (entry.isDirectory()) yield* pathsIn(store, name);
    else if (entry.isFile()) yield name;
  }
}

/**
 * Returns the files of a store while others may publish. A version is stored before the registry names it, so the registry is read first; it comes last, after
 * the history.
 * @throws Error if there is no such folder
 */
export async function* filesOfStore(store: string): AsyncGenerator<StoredFile> {
  if (!existsSync(store)) throw new Error(`REMOTES_DIR: there is no folder ${store}`);
  const registry = await readRegistry(store);
  for await (const name of pathsIn(store)) {
    // A publisher writes `remotes.json.<id>` before it replaces the registry.
    if (name.startsWith(registryFile) || name === historyFile) continue;
    yield { name, open: () => ifThere(open(join(store, name)).then((file) => file.createReadStream())) };
  }
  yield* registry;
}
