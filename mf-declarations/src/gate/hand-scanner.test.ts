import { isLeftToPage, keyListener } from './hand-scanner.ts';

it('takes a single key for a key, and what a scanner types for a code', () => {
  const heard: string[] = [];
  const listener = keyListener(
    (key) => heard.push(`key ${key}`),
    (text) => heard.push(`scan ${text}`),
  );
  const burst = (...keys: string[]) => {
    for (const key of keys) listener.press(key);
    listener.rest();
  };
  burst('a');
  burst('Enter');
  burst('A', 'R', '-', '1', 'Enter');
  burst();
  expect(heard).toEqual(['key a', 'key Enter', 'scan AR-1']);
});

/** An element of a page, which knows the element around it and the links and buttons among them. */
class Part {
  constructor(
    readonly selector: string,
    readonly around?: Part,
  ) {}
  closest(selectors: string): Part | null {
    return selectors.split(', ').includes(this.selector) ? this : (this.around?.closest(selectors) ?? null);
  }
}

it('leaves Enter and space to the link or button that has the focus, and Shift+Enter to the page', () => {
  Object.assign(globalThis, { Element: Part });
  const link = new Part('a[href]');
  const isLeft = (key: string, target: Part, shiftKey = false) => isLeftToPage({ key, shiftKey, target: target as unknown as EventTarget });
  for (const control of [link, new Part('span', link), new Part('button')])
    expect(['Enter', ' ', 'a'].map((key) => isLeft(key, control))).toEqual([true, true, false]);
  const heading = new Part('h1');
  expect([isLeft('Enter', heading), isLeft('Enter', heading, true), isLeft('Enter', link, true)]).toEqual([false, true, true]);
  Reflect.deleteProperty(globalThis, 'Element');
});
