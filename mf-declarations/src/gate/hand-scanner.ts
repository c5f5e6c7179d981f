import { useEffect, useEffectEvent } from 'react';

/** Shortest time between two keystrokes of a person, in ms. A hand scanner types a code faster than that, and ends with Enter. */
const FASTEST_PERSON_MS = 45;

/**
 * Distinguishes the keys that a person presses from the text that a hand scanner types. A key counts as a person's only when no other key follows at once.
 * @returns `press`, to call for each key, and `rest`, to call when no key has followed for `FASTEST_PERSON_MS`
 */
export function keyListener(onKey: (key: string) => void, onScan: (text: string) => void): { press(key: string): void; rest(): void } {
  let typed: string[] = [];
  return {
    press: (key) => void typed.push(key),
    rest: () => {
      const keys = typed;
      typed = [];
      const letters = keys.filter((key) => key.length === 1);
      if (letters.length > 1) onScan(letters.join(''));
      else if (keys.length === 1) onKey(keys[0] as string);
    },
  };
}

const isField = (target: EventTarget | null): boolean => target instanceof HTMLElement && target.matches('input, textarea, select');

/**
 * Whether a key that a person presses is left to the page: Enter and space press the button or follow the link that has the focus, and Shift+Enter opens a link
 * in another window.
 */
export const isLeftToPage = ({ key, shiftKey, target }: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'target'>): boolean =>
  (key === 'Enter' && shiftKey) || ((key === 'Enter' || key === ' ') && target instanceof Element && target.closest('a[href], button, summary') !== null);

/** Listens for single keys and for hand scanners on the whole page, except in input fields. */
export function useHandScanner(onKey: (key: string) => void, onScan: (text: string) => void): void {
  const key = useEffectEvent(onKey);
  const scan = useEffectEvent(onScan);
  useEffect(() => {
    const listener = keyListener(
      (each) => key(each),
      (text) => scan(text),
    );
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = 0;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || isField(event.target)) return;
      if (event.key.length > 1 && event.key !== 'Enter') return;
      const at = event.timeStamp;
      const isScan = at - last < FASTEST_PERSON_MS;
      last = at;
      if (event.key === 'Enter' && isScan) event.preventDefault();
      if (!isScan && isLeftToPage(event)) return;
      listener.press(event.key);
      clearTimeout(timer);
      timer = setTimeout(listener.rest, FASTEST_PERSON_MS);
    };
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('keydown', press);
      clearTimeout(timer);
    };
  }, []);
}
