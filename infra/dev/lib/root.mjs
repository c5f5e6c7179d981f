import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

/** A path below the project's folder. @param {string[]} parts */
export const at = (...parts) => path.join(root, ...parts);
