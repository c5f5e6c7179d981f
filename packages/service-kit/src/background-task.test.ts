import { setTimeout as wait } from 'node:timers/promises';
import { BackgroundTask } from './background-task.ts';
import { log } from './logging.ts';
import { until } from './testing/index.ts';

describe('work in the background', () => {
  it('is done again as long as it says when, and one run at a time', async () => {
    let runs = 0;
    let together = 0;
    const task = new BackgroundTask('not done', async () => {
      together++;
      expect(together).toBe(1);
      await wait(5);
      together--;
      return ++runs < 3 ? 1 : undefined;
    });
    task.plan(0);
    await until(() => runs === 3);
    await wait(30);
    expect(runs).toBe(3);
    await task.stop();
  });

  it('logs a failure and runs again after the interval; without an interval it does not run again', async () => {
    const warn = jest.spyOn(log(), 'warn').mockImplementation(() => undefined);
    let runs = 0;
    const failing = async () => {
      if (++runs < 3) throw new Error('no line');
      return undefined;
    };
    const again = new BackgroundTask('numbers not added', failing, 1);
    again.plan(0);
    await until(() => runs === 3);
    expect(warn.mock.calls).toEqual(Array(2).fill([{ reason: 'no line' }, 'numbers not added']));
    runs = 0;
    const once = new BackgroundTask('numbers not added', failing);
    once.plan(0);
    await wait(30);
    expect(runs).toBe(1);
    warn.mockRestore();
  });

  it('ends with the run that is under way', async () => {
    let ended = false;
    const task: BackgroundTask = new BackgroundTask('not done', async () => {
      await until(() => task.isStopped);
      await wait(10);
      ended = true;
      return 0;
    });
    task.plan(0);
    await wait(10);
    await task.stop();
    expect(ended).toBe(true);
    task.plan(0);
    ended = false;
    await wait(20);
    expect(ended).toBe(false);
  });

  it('keeps the time that somebody plans during a run', async () => {
    const began: number[] = [];
    const task: BackgroundTask = new BackgroundTask('not done', async () => {
      began.push(Date.now());
      if (began.length === 1) task.plan(1);
      // Longer than the test waits, so that it fails where this time replaces the planned one.
      return began.length === 1 ? 3_600_000 : undefined;
    });
    task.plan(0);
    await until(() => began.length === 2);
    await task.stop();
  });
});
