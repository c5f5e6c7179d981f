import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

/** A path below the project's folder. @param {string[]} parts */
export const at = (...parts) => path.join(root, ...parts);

/** @param {string} file */
export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Folders of the project root or of `parent` whose name starts with `prefix`, sorted. @param {string} prefix */
export const foldersWith = (prefix, parent = '.') =>
  readdirSync(at(parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.startsWith(prefix))
    .map((entry) => entry.name)
    .sort();

/** Every file below `dir` (absolute), as paths relative to it, sorted. A missing folder has no files. @param {string} dir */
export const filesBelow = (dir) => {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
};
