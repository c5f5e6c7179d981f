import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

/** Returns a path below the project's folder. @param {string[]} parts */
export const at = (...parts) => path.join(root, ...parts);

/** @param {string} file */
export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Returns the folders of the project root or of `parent` whose names start with `prefix`, sorted. @param {string} prefix */
export const foldersWith = (prefix, parent = '.') =>
  readdirSync(at(parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.startsWith(prefix))
    .map((entry) => entry.name)
    .sort();

/** Returns every file below `dir` (an absolute path), as paths relative to `dir`, sorted. A missing folder has no files. @param {string} dir */
export const filesBelow = (dir) => {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
};
