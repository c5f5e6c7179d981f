import { TaskStopped, WorkerPool } from './worker-pool.ts';

/**
 * Returns the script of a thread that takes `loadingMs` to load, and then as long for each task as the task says. The result is the number of tasks it has
 * done.
 */
const script = (loadingMs: number): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    let done = 0;
    parentPort.on('message', async (ms) => {
      if (ms < 0) process.exit(3);
      await wait(ms);
      parentPort.postMessage({ result: ++done });
    });
    await wait(${loadingMs});
    parentPort.postMessage({ ready: true });
  `)}`,
  );

describe('a pool of threads', () => {
  const pools: WorkerPool<number, number>[] = [];
  const pool = (loadingMs: number, timeoutMs: number): WorkerPool<number, number> => {
    const made = new WorkerPool<number, number>({ threads: 1, timeoutMs, idleMs: 60_000, memoryMb: 64 }, script(loadingMs));
    pools.push(made);
    return made;
  };
  afterEach(() => Promise.all(pools.splice(0).map((one) => one.close())));

  it('does not count the start of a thread against its first task', async () => {
    await expect(pool(4_500, 3_000).run(0)).resolves.toBe(1);
  });

  it('ends a task that takes too long, on a new thread and on one that was there, and does the next', async () => {
    const threads = pool(0, 400);
    await expect(threads.run(60_000)).rejects.toMatchObject({ late: true, message: 'The task was not done within 400 ms.' });
    await expect(threads.run(0, { timeoutMs: 30_000 })).resolves.toBe(1);
    await expect(threads.run(60_000)).rejects.toMatchObject({ late: true });
    await expect(threads.run(0, { timeoutMs: 30_000 })).resolves.toBe(1);
  });

  it('says so where a thread ends, and begins anew', async () => {
    const threads = pool(0, 30_000);
    await expect(threads.run(-1)).rejects.toThrow(TaskStopped);
    await expect(threads.run(0)).resolves.toBe(1);
  });

  it('ends what it does at once where it is abandoned', async () => {
    const threads = pool(0, 30_000);
    const tasks = Promise.allSettled([threads.run(60_000), threads.run(60_000)]);
    await threads.abandon();
    expect(await tasks).toMatchObject(Array(2).fill({ status: 'rejected', reason: { message: 'The pool was closed.' } }));
  });

  it('keeps a thread for the tasks that follow', async () => {
    const threads = pool(0, 30_000);
    expect([await threads.run(0), await threads.run(0)]).toEqual([1, 2]);
  });
});
