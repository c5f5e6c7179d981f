import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder: the one with package-lock.json, above the sources and above what is built. */
function findRoot(folder: string): string {
  return existsSync(path.join(folder, 'package-lock.json')) ? folder : findRoot(path.dirname(folder));
}

export const root = findRoot(path.dirname(fileURLToPath(import.meta.url)));

/** A path below the project's folder. */
export const at = (...parts: string[]): string => path.join(root, ...parts);
