import { readFileSync } from 'node:fs';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';
import { swcOptions } from '../build/swc.mjs';

/**
 * Lets Node import TypeScript files of web-kit, which has no build of its own. This is a module loader hook: Node finds it by the name `load`.
 * @public
 * @param {string} url
 * @param {object} context
 * @param {(url: string, context: object) => Promise<object>} next
 */
export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const filename = fileURLToPath(url);
  const { code } = transformSync(readFileSync(filename, 'utf8'), { ...swcOptions(), filename, module: { type: 'es6' }, swcrc: false });
  return { format: 'module', source: code, shortCircuit: true };
}

/** Registers the hook above. */
export const allowTypescript = () => register(import.meta.url);
