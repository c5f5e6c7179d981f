import { existsSync, mkdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '@portal/service-kit';

/** A part of the portal that can be stopped and started again at the same address. */
export interface Restartable {
  start(): Promise<void>;
  stop(): Promise<void>;
}

const isRunning = (file: string): boolean => {
  try {
    process.kill((JSON.parse(readFileSync(file, 'utf8')) as { pid: number }).pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** The folder in which the portal and development processes find each other, and the portal's side of it. */
export class DevelopmentProcesses {
  private readonly folder: string;
  private readonly replaced = new Set<string>();
  private turn: Promise<void> = Promise.resolve();
  private stopWatching: () => void = () => undefined;

  constructor(dataDir: string) {
    this.folder = join(dataDir, 'development');
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
  }

  /**
   * Writes the settings of the portal's services, and stops the portal's copy of a service while a development process replaces it
   * (`svc-trips.json`), so that only one of the two answers calls and processes the queue.
   */
  open(url: string, settings: Environment, services: Map<string, Restartable>, report: (line: string) => void): void {
    // The file is readable only by its owner, because the settings contain secrets.
    writeFileSync(join(this.folder, 'portal.json'), JSON.stringify({ url, pid: process.pid, settings }, null, 2), { mode: 0o600 });
    const look = (): void => {
      this.turn = this.turn.then(async () => {
        for (const [name, service] of services) await this.update(name, service, report);
      });
    };
    const watcher = watch(this.folder, look);
    // A killed process does not remove its file, so the folder is also checked regularly.
    const timer = setInterval(look, 2_000).unref();
    this.stopWatching = () => {
      watcher.close();
      clearInterval(timer);
    };
    look();
  }

  async close(): Promise<void> {
    this.stopWatching();
    await this.turn;
    rmSync(join(this.folder, 'portal.json'), { force: true });
  }

  private async update(name: string, service: Restartable, report: (line: string) => void): Promise<void> {
    const file = join(this.folder, `${name}.json`);
    const isReplaced = existsSync(file) && isRunning(file);
    if (isReplaced === this.replaced.has(name)) return;
    try {
      if (isReplaced) {
        this.replaced.add(name);
        await service.stop();
      } else {
        await service.start();
        this.replaced.delete(name);
      }
      report(isReplaced ? `${name} is served by a developer's process` : `${name} is back`);
    } catch (error) {
      report(`${name} does not ${isReplaced ? 'stop' : 'start'}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
