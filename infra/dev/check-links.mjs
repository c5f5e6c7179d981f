import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { at, root } from '../build/lib/paths.mjs';

/** Checks every relative link of every Markdown file: the file or folder must exist, and must have the heading that the anchor names. */
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file && existsSync(at(file)));

/** Returns the anchor of a heading: `npm-test-twice` for "## `npm test`, twice". @param {string} heading */
const anchorOf = (heading) =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** Returns the text of a file without its code blocks. @param {string} file */
const textOf = (file) => readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```/gm, '');

/** @param {string} file */
const anchorsIn = (file) => new Set([...textOf(file).matchAll(/^#{1,6}\s+(.+)$/gm)].map(([, heading = '']) => anchorOf(heading)));

/** @param {string} document @param {string} link */
function faultOf(document, link) {
  const [target = '', anchor] = link.split('#');
  // Files of the template are later copied into a folder of the project root, so their links are resolved from there.
  const folder = document.startsWith('infra/areas/template/') ? 'svc-area' : path.dirname(document);
  const file = target ? path.join(root, folder, decodeURI(target)) : at(document);
  if (!existsSync(file)) return `${document}: ${link} does not exist`;
  if (anchor && file.endsWith('.md') && !anchorsIn(file).has(anchor)) return `${document}: ${link} has no such heading`;
  return undefined;
}

let links = 0;
const faults = documents.flatMap((document) => {
  const found = [
    ...textOf(at(document))
      .replace(/`[^`\n]*`/g, '')
      .matchAll(/\]\(([^)\s]+)\)/g),
  ]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/i.test(link));
  links += found.length;
  return found.map((link) => faultOf(document, link)).filter(Boolean);
});
for (const fault of faults) console.error(fault);
console.log(`${documents.length} documents, ${links} links, ${faults.length} faults`);
process.exit(faults.length ? 1 : 0);
