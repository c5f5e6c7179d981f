import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { root } from '../../build/lib/paths.mjs';

/**
 * Runs a program to its end.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: Record<string, string | undefined>, quiet?: boolean, byLine?: boolean }} [options] `quiet` keeps the output instead of showing it;
 * `byLine` shows it in whole lines, for programs that run at the same time
 * @returns {Promise<{ code: number, output: string }>}
 */
export const run = (program, args, { env = {}, quiet = false, byLine = false } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: quiet || byLine ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      shell: process.platform === 'win32',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      if (stream && byLine) createInterface({ input: stream }).on('line', (line) => console.log(line));
      else
        stream?.on('data', (chunk) => {
          output += chunk;
        });
    }
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: code ?? (signal ? 1 : 0), output }));
  });
