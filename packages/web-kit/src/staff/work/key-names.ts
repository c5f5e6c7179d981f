/** What officers do with keys, and the key that each has at first. */
export const usualKeys = {
  next: 'j',
  previous: 'k',
  primary: 'a',
  send: 'Mod+Enter',
  confirmAll: 'x',
  comment: 'c',
  take: 't',
  undo: 'u',
  search: '/',
  history: 'h',
  leave: 'Escape',
  go: 'g',
  help: '?',
  palette: 'Mod+k',
} as const;

export type KeyId = keyof typeof usualKeys;
export const keyIds = Object.keys(usualKeys) as KeyId[];

/** The digits choose among the choices of a decision. They cannot be changed, only switched off with the others. */
const digits = /^[1-9]$/;

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** The name of a pressed key, as `j`, `?`, `Escape` or `Mod+k`; `Mod` is Ctrl, and on a Mac also Command. Undefined for keys that are not ours. */
export function keyName({ key, ctrlKey, metaKey, altKey }: Pressed): string | undefined {
  if (altKey || key === 'Shift' || key === 'Control' || key === 'Meta' || key === 'Dead') return undefined;
  const name = key.length === 1 ? key.toLowerCase() : key;
  return ctrlKey || metaKey ? `Mod+${name}` : name;
}

/** Whether a key can be chosen for something: a letter, a sign, Escape, or one of these with Ctrl. Tab, arrows, Enter and digits belong to the page. */
export const isChoosable = (name: string): boolean => {
  const bare = name.replace(/^Mod\+/, '');
  return name !== 'Mod+Enter' ? (bare.length === 1 && bare !== ' ' && !digits.test(bare)) || name === 'Escape' : true;
};

const shownNames: Record<string, string> = { Escape: 'Esc', Enter: 'Enter' };

/** The key as it is printed on the keyboard: `J`, `Esc`, `Ctrl K`. */
export const keyLabel = (name: string): string =>
  name
    .split('+')
    .filter(Boolean)
    .map((part) => (part === 'Mod' ? 'Ctrl' : (shownNames[part] ?? part.toUpperCase())))
    .join(' ');

/** For `aria-keyshortcuts`. */
export const keyShortcut = (name: string): string => name.replace('Mod+', 'Control+').replace(/^(.)$/, (key) => key.toUpperCase());

interface Field {
  tagName: string;
  type?: string;
  isContentEditable?: boolean;
}

const notTyped = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'range', 'color', 'image']);

/** Whether the keys of this element are text: no key of ours is meant then, except Escape and those with Ctrl. */
export const isTypedInto = ({ tagName, type, isContentEditable }: Field): boolean =>
  isContentEditable === true || tagName === 'TEXTAREA' || tagName === 'SELECT' || (tagName === 'INPUT' && !notTyped.has(type ?? 'text'));
