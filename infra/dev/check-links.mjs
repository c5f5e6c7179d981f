import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { at, root } from './lib/root.mjs';

/**
 * Every relative link of every Markdown file leads to a file or folder of the repository, and its anchor to a heading there.
 */
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file && existsSync(at(file)));

/** The anchor that is made of a heading: "## `npm test`, twice" is `npm-test-twice`. @param {string} heading */
const anchorOf = (heading) =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** A file without its blocks of code. @param {string} file */
const textOf = (file) => readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```/gm, '');

/** @param {string} file */
const anchorsIn = (file) => new Set([...textOf(file).matchAll(/^#{1,6}\s+(.+)$/gm)].map(([, heading = '']) => anchorOf(heading)));

/** @param {string} document @param {string} link */
function faultOf(document, link) {
  const [target = '', anchor] = link.split('#');
  // The files of the template stand in a folder of the root once an area is made of them.
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
