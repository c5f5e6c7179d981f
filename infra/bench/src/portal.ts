import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { nodeProcess, residentMemory } from './child.mjs';
import { root } from './root.mjs';
import { freePort, untilAnswered } from './server.mjs';

/** `npm start` of the embedded portal, in the given folder. @returns when its first page has been served; `seconds` says how long that took */
export async function startPortal({ folder = root } = {}) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'portal-bench-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const began = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, MYSQL_URL: '', REDIS_URL: '', PUBLIC_URL: '' },
  });
  await untilAnswered(url, child);
  return {
    url,
    seconds: (performance.now() - began) / 1000,
    memory: () => residentMemory(nodeProcess(child.pid)),
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      process.kill(-child.pid, 'SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
