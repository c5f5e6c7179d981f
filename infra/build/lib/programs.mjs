import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * Returns the first of these programs that exists on this machine.
 * @param {...(string | undefined)} names a name is looked up in PATH and in the folders of system programs; a path is used as it is
 */
export function findProgram(...names) {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin', '/sbin'];
  const places = names.flatMap((name) => (!name ? [] : path.isAbsolute(name) ? [name] : folders.map((folder) => path.join(folder, name))));
  return places.find((file) => existsSync(file));
}
