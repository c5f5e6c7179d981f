import { spawn } from 'node:child_process';

/** Lines of a program's output that are kept. */
const kept = 2000;

/** A program that can be killed and started again with the same words and settings. */
export class Child {
  /** @type {string[]} */
  output = [];
  /** @type {import('node:child_process').ChildProcess | undefined} */
  process;

  /**
   * @param {string} name
   * @param {string} program
   * @param {string[]} args
   * @param {{ env?: Record<string, string | undefined>, cwd?: string, ready: () => Promise<unknown> }} options `ready` is asked until it gives something true
   */
  constructor(name, program, args, options) {
    Object.assign(this, { name, program, args, options });
  }

  get running() {
    return this.process !== undefined && this.process.exitCode === null && this.process.signalCode === null;
  }

  /** Starts it and waits until it is ready. @param {Record<string, string>} [more] further settings for this start alone */
  async start(more = {}, { seconds = 40 } = {}) {
    const child = spawn(this.program, this.args, { cwd: this.options.cwd, env: { ...this.options.env, ...more }, stdio: ['ignore', 'pipe', 'pipe'] });
    this.process = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        this.output.push(...text.split('\n').filter(Boolean));
        if (this.output.length > kept) this.output.splice(0, this.output.length - kept);
      });
    }
    const failed = new Promise((_resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) => reject(new Error(`${this.name} ended (${signal ?? code}):\n${this.output.slice(-20).join('\n')}`)));
    });
    failed.catch(() => undefined);
    const end = Date.now() + seconds * 1000;
    for (;;) {
      if (await Promise.race([this.options.ready().catch(() => false), failed])) return;
      if (Date.now() > end) throw new Error(`${this.name} is not ready after ${seconds} s:\n${this.output.slice(-20).join('\n')}`);
      await Promise.race([new Promise((done) => setTimeout(done, 50)), failed]);
    }
  }

  /** Ends it and waits until it is gone. @param {NodeJS.Signals} [signal] */
  async kill(signal = 'SIGKILL') {
    if (!this.running) return;
    const gone = new Promise((done) => this.process.once('exit', done));
    this.process.kill(signal);
    await gone;
  }
}
