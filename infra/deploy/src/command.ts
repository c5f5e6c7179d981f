import { type SpawnOptions, spawn } from 'node:child_process';

interface Options extends Pick<SpawnOptions, 'cwd' | 'env'> {
  /** Timeout in seconds, after which the program is ended. */
  seconds?: number;
  /** When this is aborted, the program is asked to end (SIGTERM). Its exit code and its output still count. */
  until?: AbortSignal;
}

/** Runs a program to its end. @returns what it wrote to its standard output @throws Error with the end of its output if it fails */
export function command(program: string, args: string[], { seconds = 1800, until, ...options }: Options = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], timeout: seconds * 1000 });
    until?.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
    let output = '';
    let all = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk;
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        all = `${all}${chunk}`.slice(-20_000);
      });
    child.once('error', reject);
    child.once('close', (code, signal) =>
      code === 0 ? resolve(output) : reject(new Error(`${program} ${args.slice(0, 12).join(' ')} ended with ${code ?? signal}:\n${all.slice(-6000).trim()}`)),
    );
  });
}
