import { inTasks } from './in-tasks.ts';

it('runs each part in a task of its own, and gives what the last one is', async () => {
  const said: string[] = [];
  // Stands for other work that the browser has to do between two tasks.
  const other = setInterval(() => said.at(-1) !== 'other' && said.push('other'));
  const part = (name: string) => async () => {
    said.push(name);
    return name;
  };
  expect(await inTasks(part('rules'), part('fields'), part('screen'))).toBe('screen');
  clearInterval(other);
  expect(said).toEqual(['rules', 'other', 'fields', 'other', 'screen']);
});

it('fails with the part that fails, and runs nothing after it', async () => {
  const last = jest.fn();
  await expect(inTasks(() => Promise.reject(new Error('no network')), last)).rejects.toThrow('no network');
  expect(last).not.toHaveBeenCalled();
});
