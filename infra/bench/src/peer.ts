import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { residentMemory } from './child.mjs';
import { freePort, untilAnswered } from './server.mjs';

/** Installs a peer in a folder of its own from its template and the registry, with the form to serve. @throws where npm cannot */
export function installPeer(name, form) {
  const folder = mkdtempSync(path.join(os.tmpdir(), `portal-bench-${name}-`));
  cpSync(new URL(`../peers/${name}`, import.meta.url), folder, { recursive: true });
  writeFileSync(path.join(folder, 'form.json'), JSON.stringify(form));
  console.log(`Installing ${name} …`);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, remove, version: (of) => JSON.parse(readFileSync(path.join(folder, 'node_modules', of, 'package.json'), 'utf8')).version };
}

/**
 * Runs an installed peer in production.
 * @param {{ prepare: string[][], start: string[], ready: string, secrets: string[] }} peer commands of its packages, an address that it answers when it is up, variables that hold its keys
 */
export async function startPeer({ folder }, { prepare, start, ready, secrets }, settings) {
  const port = await freePort();
  const own = { NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...settings };
  for (const name of secrets) own[name] = randomUUID();
  const options = { cwd: folder, env: { ...process.env, ...own }, stdio: ['ignore', 'ignore', 'inherit'] };
  const program = ([name, ...rest]) => [realpathSync(path.join(folder, 'node_modules/.bin', name)), ...rest];
  for (const command of prepare) execFileSync(process.execPath, program(command), options);
  const child = spawn(process.execPath, program(start), options);
  const url = `http://127.0.0.1:${port}`;
  await untilAnswered(url + ready, child);
  return {
    url,
    memory: () => residentMemory(child.pid),
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
    },
  };
}
