import { execFileSync } from 'node:child_process';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Ledger } from '../ledger.ts';
import { startEmbeddedPortal } from '../processes/embedded-portal.ts';
import { writeEmptyPage } from '../processes/empty-page.ts';
import { experiment, type Fault, type Outcome } from './experiment.ts';
import { Monitoring } from './monitoring.ts';

const megabytes = 96;

const mountDisk = (folder: string, size: string): Buffer => execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'portal', folder], { stdio: 'pipe' });

/** Returns why this machine cannot mount a small disk; undefined if it can. */
function impossible(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root may mount a small file system';
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-disk-'));
  try {
    mountDisk(folder, '1m');
    execFileSync('umount', [folder]);
    return undefined;
  } catch {
    return 'this machine does not let a file system be mounted';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Fills the disk that contains the file. */
function fill(file: string): void {
  const ballast = openSync(file, 'w');
  const piece = Buffer.alloc(65_536);
  try {
    for (let size = piece.length; size >= 512; size /= 2) {
      try {
        for (;;) writeSync(ballast, piece, 0, size);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
  } finally {
    fsyncSync(ballast);
    closeSync(ballast);
  }
}

/** Fills the disk of a portal that runs in one process and has all its data on a separate small disk. */
async function run({ connections, monitored = false }: { connections: number; monitored?: boolean }): Promise<Outcome> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-disk-'));
  const outside = mkdtempSync(path.join(tmpdir(), 'portal-page-'));
  mountDisk(folder, `${megabytes}m`);
  const env = { DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'warn', ...writeEmptyPage(outside), RATE_LIMIT_FIND: '10000000' };
  let portal: Awaited<ReturnType<typeof startEmbeddedPortal>> | undefined;
  let monitoring: Monitoring | undefined;
  try {
    portal = await startEmbeddedPortal(env);
    const ballast = path.join(folder, 'ballast');
    if (monitored) monitoring = await Monitoring.start({ gateway: { portal: new URL(portal.url).host } });
    const fault: Fault<{ url: string; env: typeof env }> = {
      name: fullDisk.name,
      recovers: 10,
      alerts: ['DiskFull of portal'],
      async inject(_portal, _ledger, _load, hold) {
        fill(ballast);
        await hold(4000);
        rmSync(ballast);
      },
    };
    return await experiment({ url: portal.url, env }, new Ledger(), fault, { connections, monitoring });
  } finally {
    await monitoring?.stop();
    await portal?.process.kill('SIGTERM');
    // The unmount is lazy, because this process may still have the databases open that it checked.
    execFileSync('umount', ['--lazy', folder]);
    for (const each of [folder, outside]) rmSync(each, { recursive: true, force: true });
  }
}

export const fullDisk = { name: 'disk full, 4 s (embedded engines)', impossible, run };
