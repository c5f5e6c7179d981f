import { ignoreSecondPress, keyHandlerOf, setAwaitingCase } from './commands.ts';

const page = globalThis as unknown as { document?: unknown; HTMLElement?: unknown };
beforeAll(() => {
  page.document = { querySelector: () => null };
  page.HTMLElement = class {};
});
afterAll(() => {
  delete page.document;
  delete page.HTMLElement;
});

const press = (key: string, timeStamp = 0) => keyHandlerOf({ key, ctrlKey: false, metaKey: false, altKey: false, timeStamp } as KeyboardEvent);

it('takes the keys of a case, and does nothing, while another case is marked than the one on the screen: nobody decides a case unseen', () => {
  setAwaitingCase(true);
  const taken = ['a', 'x', 'c', 't', 'u', 'h', '1'].map(press);
  expect(taken.map((run) => run?.())).toEqual(taken.map(() => undefined));
  expect(taken.every(Boolean)).toBe(true);
  // No component offers the next case here. A key without a meaning is left to the page.
  expect(['j', 'k', 'z'].map(press)).toEqual([undefined, undefined, undefined]);
  setAwaitingCase(false);
  expect(['a', '1'].map(press)).toEqual([undefined, undefined]);
});

it('takes a key that decides once, where it was pressed twice and the next case is on the screen already', () => {
  // No component offers a decision here, but a key that is ignored after a decision is still handled.
  const isTaken = (...presses: [key: string, at: number][]): boolean[] => {
    ignoreSecondPress(1_000);
    return presses.map(([key, at]) => press(key, at) !== undefined);
  };
  expect(isTaken(['a', 1_150], ['a', 1_250])).toEqual([true, false]);
  expect(isTaken(['a', 1_500])).toEqual([false]);
  // An officer who has pressed another key in between has seen the case.
  expect(isTaken(['x', 1_100], ['a', 1_200])).toEqual([false, false]);
});
