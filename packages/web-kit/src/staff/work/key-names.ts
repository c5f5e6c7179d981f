/** The commands that have a keyboard shortcut, each with its default key. */
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

/** The digits select among the choices of a decision. They cannot be reassigned, only switched off together with the other keys. */
const digits = /^[1-9]$/;

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/**
 * Returns the name of a pressed key, such as `j`, `?`, `Escape` or `Mod+k`; `Mod` is Ctrl, and on a Mac also Command. Undefined for keys that can be no
 * shortcut.
 */
export function keyName({ key, ctrlKey, metaKey, altKey }: Pressed): string | undefined {
  if (altKey || key === 'Shift' || key === 'Control' || key === 'Meta' || key === 'Dead') return undefined;
  const name = key.length === 1 ? key.toLowerCase() : key;
  return ctrlKey || metaKey ? `Mod+${name}` : name;
}

/** Whether a key can be assigned: a letter, a sign, Escape, or one of these with Ctrl. Tab, arrows, Enter and digits are left to the page. */
export const isChoosable = (name: string): boolean => {
  const bare = name.replace(/^Mod\+/, '');
  return name !== 'Mod+Enter' ? (bare.length === 1 && bare !== ' ' && !digits.test(bare)) || name === 'Escape' : true;
};

const shownNames: Record<string, string> = { Escape: 'Esc', Enter: 'Enter' };

/** Returns the key as it is printed on the keyboard: `J`, `Esc`, `Ctrl K`. */
export const keyLabel = (name: string): string =>
  name
    .split('+')
    .filter(Boolean)
    .map((part) => (part === 'Mod' ? 'Ctrl' : (shownNames[part] ?? part.toUpperCase())))
    .join(' ');

/** Returns the key in the format of `aria-keyshortcuts`. */
export const keyShortcut = (name: string): string => name.replace('Mod+', 'Control+').replace(/^(.)$/, (key) => key.toUpperCase());

interface Field {
  tagName: string;
  type?: string;
  isContentEditable?: boolean;
}

const notTyped = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'range', 'color', 'image']);

/** Whether key presses in this element are text. They are then no shortcuts, except Escape and keys with Ctrl. */
export const isTypedInto = ({ tagName, type, isContentEditable }: Field): boolean =>
  isContentEditable === true || tagName === 'TEXTAREA' || tagName === 'SELECT' || (tagName === 'INPUT' && !notTyped.has(type ?? 'text'));
