import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The files of a build. The key is the file name as it appears in an address, such as `assets/screen.1a2b3c4d.js`; the value is the content. */
export type BuildFiles = Map<string, Buffer>;

/** The integrity hash of a file, in the form that a browser checks. */
export const sha384 = (bytes: Buffer | string): string => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** Whether a browser runs or applies this file, or the gateway puts it into a page. Each such file must have its hash in the registry. */
export const isGuarded = (file: string): boolean => /\.(js|mjs|css|wasm)$|^screens\/.+\.json$/.test(file);

/** Lists the names of all files below a folder, sorted, with `/` as the separator. */
export async function namesBelow(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const nameOf = (folder: string, name: string): string => path.relative(dir, path.join(folder, name)).split(path.sep).join('/');
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => nameOf(entry.parentPath, entry.name))
    .sort();
}

/** Reads all files of the build in a folder. */
export async function readBuild(dir: string): Promise<BuildFiles> {
  const names = await namesBelow(dir);
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(path.join(dir, name))] as const)));
}

/** Computes the integrity map of a build: the hash of every guarded file, keyed by the address at which it is served. */
export const integrityOf = (files: BuildFiles, name: string, version: string): Record<string, string> =>
  Object.fromEntries([...files].filter(([file]) => isGuarded(file)).map(([file, bytes]) => [`/remotes/${name}/${version}/${file}`, sha384(bytes)]));
