import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { GatewaySettings } from './settings.ts';

interface DevelopmentProcess {
  url: string;
  pid: number;
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const isLoopback = (url: string): boolean => URL.canParse(url) && ['localhost', '127.0.0.1'].includes(new URL(url).hostname);

/**
 * Parts of the portal that a developer runs locally (`npm run dev -w svc-trips`). Each writes its own file,
 * `DATA_DIR/development/<name>.json`, and deletes it when it ends. Production does not read the folder.
 */
export class DevelopmentProcesses {
  private readonly folder?: string;
  private readAt = -1;
  private known = new Map<string, DevelopmentProcess>();

  constructor(settings: Pick<GatewaySettings, 'nodeEnv' | 'dataDir'>) {
    this.folder = settings.nodeEnv === 'production' ? undefined : join(settings.dataDir, 'development');
  }

  /** The current address of the developer's instance of a part (`svc-trips`). */
  of(name: string): string | undefined {
    const found = this.current().get(name);
    return found && isRunning(found.pid) ? found.url : undefined;
  }

  /** Returns the origins of screens under development. The page may load these screens and receive their reload events. */
  origins(): string[] {
    const remotes = [...this.current().keys()].filter((name) => name.startsWith('mf-')).flatMap((name) => this.of(name) ?? []);
    return remotes.map((url) => new URL(url)).flatMap(({ host }) => [`http://${host}`, `ws://${host}`]);
  }

  private current(): Map<string, DevelopmentProcess> {
    const changed = this.folder ? statSync(this.folder, { throwIfNoEntry: false })?.mtimeMs : undefined;
    if (changed === undefined) {
      return new Map();
    }
    if (changed !== this.readAt) {
      this.known = this.read(this.folder as string);
      this.readAt = changed;
    }
    return this.known;
  }

  private read(folder: string): Map<string, DevelopmentProcess> {
    const names = readdirSync(folder).filter((file) => /^(mf|svc)-[a-z-]+\.json$/.test(file));
    return new Map(
      names.flatMap((file): [string, DevelopmentProcess][] => {
        try {
          const found = JSON.parse(readFileSync(join(folder, file), 'utf8')) as DevelopmentProcess;
          return isLoopback(found.url) && Number.isInteger(found.pid) ? [[file.slice(0, -'.json'.length), found]] : [];
        } catch {
          // The file is gone because the process ended a moment ago.
          return [];
        }
      }),
    );
  }
}
