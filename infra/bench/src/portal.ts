import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { lastChild, residentMemory } from './part.ts';
import { freePort, untilAnswered } from './server.ts';

interface StartedPortal {
  url: string;
  /** From the command to the first page. */
  seconds: number;
  /** Resident memory in MiB. */
  memory(): number;
  close(): Promise<void>;
}

/** Runs `npm start` on the embedded engines. @param folder the project's folder, or a clone @returns when it has served its first page */
export async function startPortal(folder = process.cwd()): Promise<StartedPortal> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'portal-bench-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const began = performance.now();
  const env = { ...process.env, PORT: port, DATA_DIR: dataDir, MYSQL_URL: '', REDIS_URL: '', PUBLIC_URL: '' };
  const child = spawn('npm', ['start'], { cwd: folder, detached: true, stdio: ['ignore', 'ignore', 'inherit'], env });
  await untilAnswered(url, child);
  const pid = child.pid as number;
  return {
    url,
    seconds: (performance.now() - began) / 1000,
    memory: () => residentMemory(lastChild(pid)),
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      process.kill(-pid, 'SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
