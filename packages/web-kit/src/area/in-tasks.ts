/** Waits for the next task, so that the browser can paint and handle input before the code that follows. */
export const nextTask = (): Promise<void> => new Promise((next) => setTimeout(next));

/**
 * Loads parts of a page's code one after another and runs each in a task of its own: a phone does not react for as long as a task takes. The
 * parts stand in one file (`webpackChunkName`, or `webpackMode: "eager"`), so that nothing is waited for in between.
 * @returns what the last part is
 */
export async function inTasks<Last>(...parts: [...before: (() => Promise<unknown>)[], last: () => Promise<Last>]): Promise<Last> {
  const last = parts.pop() as () => Promise<Last>;
  for (const part of parts) {
    await part();
    await nextTask();
  }
  return last();
}
