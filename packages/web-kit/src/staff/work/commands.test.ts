import { meaningOf, setPassing } from './commands.ts';

const page = globalThis as unknown as { document?: unknown; HTMLElement?: unknown };
beforeAll(() => {
  page.document = { querySelector: () => null };
  page.HTMLElement = class {};
});
afterAll(() => {
  delete page.document;
  delete page.HTMLElement;
});

const press = (key: string) => meaningOf({ key, ctrlKey: false, metaKey: false, altKey: false } as KeyboardEvent);

it('takes the keys of a case, and does nothing, while another case is marked than the one on the screen: nobody decides a case unseen', () => {
  setPassing(true);
  const taken = ['a', 'x', 'c', 't', 'u', 'h', '1'].map(press);
  expect(taken.map((run) => run?.())).toEqual(taken.map(() => undefined));
  expect(taken.every(Boolean)).toBe(true);
  // Nothing offers the next case here; a key without a meaning stays with the page.
  expect(['j', 'k', 'z'].map(press)).toEqual([undefined, undefined, undefined]);
  setPassing(false);
  expect(['a', '1'].map(press)).toEqual([undefined, undefined]);
});
