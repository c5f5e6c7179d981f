import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '@portal/load/processes/free-port';
import { ManagedProcess } from '@portal/load/processes/managed-process';
import { lastChild, residentMemory } from './part.ts';

interface StartedPortal {
  url: string;
  /** Seconds from the start command to the first served page. */
  seconds: number;
  /** Returns the resident memory in MiB. */
  memory(): number;
  close(): Promise<void>;
}

/** Runs `npm start` on the embedded engines. @param folder the project's folder, or a clone of it @returns the portal, after it has served its first page */
export async function startPortal({ folder = process.cwd(), env: more = {} }: { folder?: string; env?: Record<string, string> } = {}): Promise<StartedPortal> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'portal-bench-'));
  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  const env = { ...process.env, PORT: port, DATA_DIR: dataDir, MYSQL_URL: '', REDIS_URL: '', PUBLIC_URL: '', ...more };
  const portal = new ManagedProcess('npm start', 'npm', ['start'], { cwd: folder, env, group: true, ready: async () => (await fetch(url)).ok });
  const began = performance.now();
  await portal.start(600);
  return {
    url,
    seconds: (performance.now() - began) / 1000,
    memory: () => residentMemory(lastChild(portal.pid as number)),
    async close() {
      await portal.kill('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
