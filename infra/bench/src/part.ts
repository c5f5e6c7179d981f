import { fork } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The functions that a part offers to the process that started it. */
// biome-ignore lint/suspicious/noExplicitAny: the arguments of each function are checked where it is called
export type Functions = Record<string, (...args: any[]) => unknown>;

/** A part of the measurement that runs in a separate process. */
export interface Part<F extends Functions> {
  call<K extends keyof F & string>(name: K, ...args: Parameters<F[K]>): Promise<Awaited<ReturnType<F[K]>>>;
  /** Returns the resident memory of the part in MiB. */
  memory(): number;
  end(): Promise<void>;
}

/**
 * Starts a part in a separate process and calls its functions over the process channel, so that the load generator, the measured system and its baseline do not
 * share a thread.
 * @param name a module of `parts/` that ends in `serve(functions)`
 */
export function startPart<F extends Functions>(name: string): Part<F> {
  const file = path.resolve(`infra/bench/dist/src/parts/${name}.js`);
  const child = fork(file, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'advanced' });
  const waiting = new Map<number, { resolve(result: never): void; reject(error: Error): void }>();
  let last = 0;
  child.on('message', ({ id, result, error }: { id: number; result: never; error?: string }) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (error) call?.reject(new Error(error));
    else call?.resolve(result);
  });
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${name} ended with ${code}`));
    waiting.clear();
  });
  const call: Part<F>['call'] = (name, ...args) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      child.send({ id: last, name, args });
    });
  return {
    call,
    memory: () => residentMemory(child.pid),
    async end() {
      if (child.exitCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      await call('end', ...([] as unknown as Parameters<F['end']>)).catch(() => undefined);
      child.kill();
      await ended;
    },
  };
}

const childrenOf = (pid: number): number[] => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** Returns the resident memory of a process and all its children, in MiB; NaN on systems that do not report it. */
export function residentMemory(pid: number | undefined): number {
  if (pid === undefined || !existsSync('/proc/self/status')) return Number.NaN;
  const kib = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  return Math.round(kib / 1024) + childrenOf(pid).reduce((sum, child) => sum + residentMemory(child), 0);
}

/** Returns the last process in a chain of starters, such as npm and its shell. */
export function lastChild(pid: number): number {
  const [child] = childrenOf(pid);
  return child ? lastChild(child) : pid;
}

/** Called in a part: offers functions to the process that started it. */
export function serve(functions: Functions): void {
  process.on('message', async ({ id, name, args }: { id: number; name: string; args: unknown[] }) => {
    try {
      process.send?.({ id, result: await functions[name](...args) });
    } catch (error) {
      process.send?.({ id, error: (error as Error).stack ?? String(error) });
    }
  });
}
