import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The hash of a file as the browser checks it. @param {Buffer | string} bytes */
export const sha384 = (bytes) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** What the browser may be asked to run or apply; each of these must have its hash in the registry. @param {string} file */
export const isGuarded = (file) => /\.(js|mjs|css|wasm)$/.test(file);

/** Names of all files below a folder, as they stand in an address. @param {string} dir */
export async function namesBelow(dir) {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path
        .relative(dir, path.join(entry.parentPath ?? entry.path, entry.name))
        .split(path.sep)
        .join('/'),
    )
    .sort();
}

/** The files of a build with their bytes. @param {string} dir @returns {Promise<Map<string, Buffer>>} */
export async function readBuild(dir) {
  const names = await namesBelow(dir);
  return new Map(await Promise.all(names.map(async (name) => /** @type {[string, Buffer]} */ ([name, await readFile(path.join(dir, name))]))));
}

/** The integrity map of a build as it will be served. @param {Map<string, Buffer>} files @param {string} name @param {string} version @returns {Record<string, string>} */
export const integrityOf = (files, name, version) =>
  Object.fromEntries([...files].filter(([file]) => isGuarded(file)).map(([file, bytes]) => [`/remotes/${name}/${version}/${file}`, sha384(bytes)]));
