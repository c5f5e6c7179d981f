import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the root folder of the project, wherever the test is run from. */
function project(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package-lock.json'))) folder = dirname(folder);
  return folder;
}

/** svc-media as it is deployed: built, and in its own process, which a test may kill. */
export class BuiltService {
  private constructor(
    readonly process: ChildProcess,
    readonly url: string,
  ) {}

  static build(): void {
    execFileSync(process.execPath, [join(project(), 'infra/build/build.mjs'), 'contract-kit', 'service-kit', 'svc-media'], { stdio: 'pipe' });
  }

  static async start(environment: Record<string, string | undefined>): Promise<BuiltService> {
    const child = spawn(process.execPath, [join(project(), 'svc-media/dist/src/main.js')], {
      env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'info', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    return new Promise((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const url = /"url":"([^"]+)"/.exec(output)?.[1];
        if (url) resolve(new BuiltService(child, url));
      });
      child.once('exit', (code) => reject(new Error(`The service ended with code ${code}:\n${output}`)));
    });
  }

  async end(signal: 'SIGKILL' | 'SIGTERM' = 'SIGTERM'): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const ended = new Promise((done) => this.process.once('exit', done));
    this.process.kill(signal);
    await ended;
  }
}
