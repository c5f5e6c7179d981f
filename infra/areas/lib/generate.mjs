import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const template = path.join(path.dirname(fileURLToPath(import.meta.url)), '../template');

/** @param {string} word */
const upper = (word) => word[0].toUpperCase() + word.slice(1);

/** Returns the first port from 4100 that no component of the project uses. @param {string} root */
function freePort(root) {
  const folders = [...readdirSync(root), ...readdirSync(path.join(root, 'infra')).map((name) => `infra/${name}`)];
  const files = folders.map((folder) => path.join(root, folder, 'package.json')).filter((file) => existsSync(file));
  const taken = new Set(files.map((file) => JSON.parse(readFileSync(file, 'utf8')).portal?.port));
  let port = 4100;
  while (taken.has(port)) port += 1;
  return port;
}

/**
 * Returns a function that renames the template in a text. The template is an area named `samples` with the document `sample` and the port 4105: all three are
 * replaced. @param {string} area @param {string} document @param {number} port
 */
const rename = (area, document, port) => (/** @type {string} */ text) =>
  text
    .replaceAll('4105', String(port))
    .replaceAll('samples', area)
    .replaceAll('Samples', upper(area))
    .replaceAll('sample', document)
    .replaceAll('Sample', upper(document))
    .replaceAll('SAMPLE', document.toUpperCase());

/**
 * Makes `mf-<area>` and `svc-<area>` from the template.
 * @param {{ area: string, document?: string, root: string }} what the area's name (`permits`), its document's (`permit`), the project's folder
 * @returns {string[]} the new folders; throws an error that says why if a name cannot be used
 */
export function generate({ area, document = area?.replace(/s$/, ''), root }) {
  for (const name of [area, document])
    if (!/^[a-z]{3,20}$/.test(name ?? '')) throw new Error('A name is 3 to 20 small letters: npm run area -- new permits permit');
  if (area === document) throw new Error(`Give the area and its document names of their own: npm run area -- new ${area}s ${area}`);
  const folders = { remote: `mf-${area}`, service: `svc-${area}` };
  for (const folder of Object.values(folders)) if (existsSync(path.join(root, folder))) throw new Error(`${folder} is there already`);
  const renamed = rename(area, document, freePort(root));
  for (const [part, folder] of Object.entries(folders)) {
    for (const entry of readdirSync(path.join(template, part), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const from = path.join(entry.parentPath ?? entry.path, entry.name);
      const to = path.join(root, folder, renamed(path.relative(path.join(template, part), from)));
      mkdirSync(path.dirname(to), { recursive: true });
      writeFileSync(to, renamed(readFileSync(from, 'utf8')));
    }
  }
  return Object.values(folders);
}
