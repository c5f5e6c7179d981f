import { fork } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/**
 * Runs a part in a process of its own and calls its functions over the process channel, so that the client that measures, what is
 * measured and its limit do not share one thread.
 * @param {URL} file a module that ends in `serve({ ...functions })`
 * @returns {{ call(name: string, ...args: unknown[]): Promise<any>, memory(): number, end(): Promise<void> }} memory in MiB
 */
export function startPart(file, { env = {}, execArgv = [] } = {}) {
  const child = fork(file, { env: { ...process.env, ...env }, execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'advanced' });
  const waiting = new Map();
  let next = 0;
  const failAll = (error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  child.on('message', ({ id, result, error }) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (error) call?.reject(new Error(error));
    else call?.resolve(result);
  });
  child.on('exit', (code) => failAll(new Error(`${file} ended with ${code}`)));
  const call = (name, ...args) =>
    new Promise((resolve, reject) => {
      next += 1;
      waiting.set(next, { resolve, reject });
      child.send({ id: next, name, args });
    });
  return {
    call,
    memory: () => residentMemory(child.pid),
    end: async () => {
      if (child.exitCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      await call('end').catch(() => undefined);
      child.kill();
      await ended;
    },
  };
}

const childrenOf = (pid) => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);

/** Resident memory of a process and all it started, in MiB; NaN where the system does not tell. */
export function residentMemory(pid) {
  if (!existsSync('/proc/self/status')) return Number.NaN;
  const kib = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  return Math.round(kib / 1024) + childrenOf(pid).reduce((sum, child) => sum + residentMemory(child), 0);
}

/** The program at the end of a chain of starters, such as npm's own process and its shell. */
export function nodeProcess(pid) {
  const [child] = childrenOf(pid);
  return child ? nodeProcess(child) : pid;
}

/** The other end: offers functions to the process that started this one. */
export function serve(functions) {
  process.on('message', async ({ id, name, args }) => {
    try {
      process.send({ id, result: await functions[name](...args) });
    } catch (error) {
      process.send({ id, error: error.stack ?? String(error) });
    }
  });
}
