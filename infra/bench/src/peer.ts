import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '@portal/load/processes/free-port';
import { ManagedProcess } from '@portal/load/processes/managed-process';
import { residentMemory } from './part.ts';

export interface InstalledPeer {
  folder: string;
  remove(): void;
  version(packageName: string): string;
}

/** Installs a peer from its template and the registry into a temporary folder. @param form the form that it serves @throws Error when npm cannot */
export function installPeer(name: string, form: object): InstalledPeer {
  const folder = mkdtempSync(path.join(os.tmpdir(), `portal-bench-${name}-`));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  cpSync(`infra/bench/peers/${name}`, folder, { recursive: true });
  writeFileSync(path.join(folder, 'form.json'), JSON.stringify(form));
  console.log(`Installing ${name} …`);
  try {
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, remove, version: (of) => JSON.parse(readFileSync(path.join(folder, 'node_modules', of, 'package.json'), 'utf8')).version };
}

interface PeerCommands {
  /** Commands of its packages that run before the start. */
  prepare: string[][];
  start: string[];
  /** A path that it answers when it is ready. */
  ready: string;
  /** Environment variables that hold its keys. */
  secrets: string[];
}

/** Runs an installed peer in production. */
export async function startPeer({ folder }: InstalledPeer, { prepare, start, ready, secrets }: PeerCommands, settings: Record<string, string>) {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const keys = Object.fromEntries(secrets.map((name) => [name, randomUUID()]));
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: port, ...settings, ...keys };
  const program = ([name, ...rest]: string[]): string[] => [realpathSync(path.join(folder, 'node_modules/.bin', name)), ...rest];
  for (const command of prepare) execFileSync(process.execPath, program(command), { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const peer = new ManagedProcess(start[0], process.execPath, program(start), { cwd: folder, env, ready: async () => (await fetch(url + ready)).ok });
  await peer.start(600);
  return { url, memory: () => residentMemory(peer.pid), close: () => peer.kill('SIGTERM') };
}
