import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export const sha384 = (bytes) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** What the browser may be asked to run or apply; each of these must have its hash in the registry. */
export const isGuarded = (file) => /\.(js|css|wasm)$/.test(file);

/** The files of a build with their bytes. @returns {Promise<Map<string, Buffer>>} */
export async function readBuild(dir) {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path
        .relative(dir, path.join(entry.parentPath ?? entry.path, entry.name))
        .split(path.sep)
        .join('/'),
    )
    .sort();
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(path.join(dir, name))])));
}

/** The integrity map of a build as it will be served. */
export const integrityOf = (files, name, version) =>
  Object.fromEntries([...files].filter(([file]) => isGuarded(file)).map(([file, bytes]) => [`/remotes/${name}/${version}/${file}`, sha384(bytes)]));
