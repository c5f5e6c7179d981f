import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';

/** A program, together with the processes that it starts. */
export interface Program {
  readonly output: string[];
  stop(): Promise<void>;
}

/** Starts a program and waits until it prints `ready`. */
export async function start(name: string, args: string[], env: NodeJS.ProcessEnv, ready?: RegExp): Promise<Program & { match: RegExpExecArray | null }> {
  // The program runs in its own process group, because a browser leaves processes behind if only the first one is ended.
  const child: ChildProcess = spawn(name, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const output: string[] = [];
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const killGroup = (): void => {
    try {
      process.kill(-(child.pid as number), 'SIGKILL');
    } catch {
      // The process group has already ended.
    }
  };
  process.once('exit', killGroup);
  const match = await new Promise<RegExpExecArray | null>((found, failed) => {
    child.once('error', failed);
    child.once('exit', (code) => failed(new Error(`${name} ended with ${code}:\n${output.join('')}`)));
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output.push(chunk.toString());
        const seen = ready?.exec(output.join(''));
        if (seen) found(seen);
      });
    if (!ready) found(null);
  });
  return {
    output,
    match,
    stop: async () => {
      process.off('exit', killGroup);
      killGroup();
      await ended;
    },
  };
}

export const freePort = (): Promise<number> =>
  new Promise((found, failed) => {
    const server = createServer().once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => found(port));
    });
  });
