import { execFileSync } from 'node:child_process';
import { closeSync, fsyncSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { at, root } from '../../dev/lib/root.mjs';
import { Ledger } from '../../load/lib/ledger.mjs';
import { Child } from './child.mjs';
import { experiment } from './experiment.mjs';
import { freePort } from './ports.mjs';

const title = 'disk full, 4 s (embedded engines)';
const megabytes = 96;

/** Why this machine cannot do it, or nothing: a small disk of its own is needed. */
function impossible() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root may mount a small file system';
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'portal', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder]);
    return undefined;
  } catch {
    return 'this machine does not let a file system be mounted';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Takes all the space there is. */
function fill(file) {
  const ballast = openSync(file, 'w');
  const piece = Buffer.alloc(65_536);
  try {
    for (let size = piece.length; size >= 512; size /= 2) {
      try {
        for (;;) writeSync(ballast, piece, 0, size);
      } catch (error) {
        if (error.code !== 'ENOSPC') throw error;
      }
    }
  } finally {
    fsyncSync(ballast);
    closeSync(ballast);
  }
}

/** The portal in one process, with all its data on a small disk. */
async function run({ connections }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'portal', folder]);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const outside = mkdtempSync(path.join(tmpdir(), 'portal-page-'));
  mkdirSync(path.join(outside, 'remotes'));
  writeFileSync(path.join(outside, 'index.html'), '<!doctype html><title>Single Window</title><!--PRELOAD--><!--REGISTRY-->');
  writeFileSync(path.join(outside, 'remotes', 'remotes.json'), JSON.stringify({ generation: 1, areas: [] }));
  const env = {
    PATH: process.env.PATH,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: path.join(folder, 'data'),
    LOG_LEVEL: 'warn',
    WEB_DIR: outside,
    REMOTES_DIR: path.join(outside, 'remotes'),
    RATE_LIMIT_FIND: '10000000',
  };
  const code = `(await import(${JSON.stringify(at('infra/dev/dist/src/main.js'))})).runPortal(${JSON.stringify(root)})`;
  const ready = async () => (await fetch(`${url}/health/ready`)).ok;
  const portal = new Child('portal', process.execPath, ['--input-type=module', '-e', code], { cwd: root, env, ready });
  try {
    await portal.start();
    const ballast = path.join(folder, 'ballast');
    const strike = async () => {
      fill(ballast);
      await wait(4000);
      rmSync(ballast);
    };
    return await experiment({ url, env }, new Ledger(), { name: title, recovers: 10, strike }, { connections });
  } finally {
    await portal.kill('SIGTERM');
    // Lazily: the databases that were looked into may still be open in this process.
    execFileSync('umount', ['--lazy', folder]);
    for (const each of [folder, outside]) rmSync(each, { recursive: true, force: true });
  }
}

export const fullDisk = { title, impossible, run };
