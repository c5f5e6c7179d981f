import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** The maximum number of output lines that are kept. */
const keptLines = 2000;

interface ProcessOptions {
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** Called repeatedly until it returns a true value: then the program is ready. */
  ready?: () => Promise<unknown>;
  /** Whether the program starts other programs, as npm does. Signals are then sent to all of them. */
  group?: boolean;
}

/** A program that can be killed and started again with the same arguments and settings. */
export class ManagedProcess {
  /** The last lines of output. */
  readonly output: string[] = [];
  /** The exit code, after the program has ended; null if a signal ended it. */
  exited: Promise<number | null> = Promise.resolve(null);
  private process?: ChildProcessByStdio<null, Readable, Readable>;

  constructor(
    readonly name: string,
    private readonly program: string,
    private readonly args: string[],
    readonly options: ProcessOptions,
  ) {}

  get pid(): number | undefined {
    return this.process?.pid;
  }

  get running(): boolean {
    return this.process !== undefined && this.process.exitCode === null && this.process.signalCode === null;
  }

  /** Starts the program and waits until it is ready. @throws Error with its output if it ends or is not ready in time */
  async start(seconds = 300): Promise<void> {
    const { cwd, env, ready = async () => true, group } = this.options;
    const child = spawn(this.program, this.args, { cwd, env, detached: group, stdio: ['ignore', 'pipe', 'pipe'] });
    this.process = child;
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        if (line) this.output.push(line);
        if (this.output.length > keptLines) this.output.splice(0, this.output.length - keptLines);
      });
    }
    const lastLines = (): string => this.output.slice(-20).join('\n');
    this.exited = new Promise((resolve) => child.once('close', resolve));
    const failed = new Promise<never>((_resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => reject(new Error(`${this.name} ended (${signal ?? code}):\n${lastLines()}`)));
    });
    failed.catch(() => undefined);
    const end = Date.now() + seconds * 1000;
    while (!(await Promise.race([ready().catch(() => false), failed]))) {
      if (Date.now() > end) {
        await this.kill();
        throw new Error(`${this.name} is not ready after ${seconds} s:\n${lastLines()}`);
      }
      await Promise.race([new Promise((done) => setTimeout(done, 50)), failed]);
    }
  }

  /** Sends a signal and waits until the program has ended. `SIGKILL` leaves it no time to finish anything. @returns its exit code */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    if (!this.running) return this.exited;
    if (this.options.group) process.kill(-(this.pid as number), signal);
    else this.process?.kill(signal);
    return this.exited;
  }
}
