import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transform } from '@swc/core';
import { swcOptions } from '../swc.mjs';
import { at, filesBelow } from './paths.mjs';

/** @param {string} file */
const compiled = (file) => file.replace(/\.tsx?$/, '.js');

/** Renames `.ts` to `.js` in the URLs of workers, which the compiler does not change. @param {string} code */
const rewriteWorkerUrls = (code) => code.replace(/new URL\((['"])(\.{1,2}\/[^'"]+)\.tsx?\1,\s*import\.meta\.url\)/g, 'new URL($1$2.js$1, import.meta.url)');

/** Compiles a file or copies it. @param {string} from @param {string} to @returns {Promise<string[]>} the written files */
async function compile(from, to) {
  const { jsc } = swcOptions({ react: from.endsWith('.tsx') });
  const { code, map } = await transform(readFileSync(from, 'utf8'), {
    // The type definitions of the compiler do not contain this option yet.
    jsc: /** @type {typeof jsc} */ ({ ...jsc, rewriteRelativeImportExtensions: true }),
    module: { type: 'es6' },
    filename: from,
    sourceFileName: path.relative(path.dirname(to), from),
    sourceMaps: true,
    swcrc: false,
    configFile: false,
  });
  writeFileSync(to, `${rewriteWorkerUrls(code)}\n//# sourceMappingURL=${path.basename(to)}.map\n`);
  writeFileSync(`${to}.map`, map ?? '');
  return [to, `${to}.map`];
}

/**
 * Compiles one workspace for Node into `dist/`, file by file, in the same folder structure. Files that are not TypeScript are copied.
 * @param {{ dir: string, sources: string[] }} target
 * @returns {Promise<string[]>} the written files, relative to the project
 */
export async function buildBackend({ dir, sources }) {
  const written = [];
  for (const source of sources) {
    const from = at(dir, source);
    const to = at(dir, 'dist', source);
    const files = filesBelow(from).filter((file) => !/\.test\.tsx?$/.test(file) && !file.endsWith('.d.ts'));
    for (const folder of new Set(files.map((file) => path.dirname(path.join(to, file))))) mkdirSync(folder, { recursive: true });
    const outputs = await Promise.all(
      files.map(async (file) => {
        if (/\.tsx?$/.test(file)) return compile(path.join(from, file), path.join(to, compiled(file)));
        copyFileSync(path.join(from, file), path.join(to, file));
        return [path.join(to, file)];
      }),
    );
    const kept = new Set(outputs.flat());
    // Remove output files whose source no longer exists, so that nothing imports them by accident.
    if (existsSync(to)) for (const file of filesBelow(to)) if (!kept.has(path.join(to, file))) rmSync(path.join(to, file));
    written.push(...kept);
  }
  return written.map((file) => path.relative(at(), file));
}
