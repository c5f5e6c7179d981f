import { type SpawnOptions, spawn } from 'node:child_process';

interface Options extends Pick<SpawnOptions, 'cwd' | 'env'> {
  /** Text for its standard input. */
  input?: string;
  /** Whether its output is shown as it comes. */
  show?: boolean;
  /** Seconds after which it is ended. */
  seconds?: number;
}

/** Runs a program to its end. @returns what it wrote to its standard output @throws Error with the end of its output where it fails */
export function command(program: string, args: string[], { input, show, seconds = 1800, ...options }: Options = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'], timeout: seconds * 1000 });
    let output = '';
    let all = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk;
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        all = `${all}${chunk}`.slice(-20_000);
        if (show) process.stdout.write(chunk);
      });
    child.once('error', reject);
    child.once('close', (code, signal) =>
      code === 0 ? resolve(output) : reject(new Error(`${program} ${args.slice(0, 12).join(' ')} ended with ${code ?? signal}:\n${all.slice(-6000).trim()}`)),
    );
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
