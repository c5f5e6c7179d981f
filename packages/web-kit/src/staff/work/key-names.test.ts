import { readChoices } from './key-choices.ts';
import { isChoosable, isTypedInto, keyLabel, keyName, keyShortcut, usualKeys } from './key-names.ts';

const press = (key: string, held: Partial<KeyboardEvent> = {}) => keyName({ key, ctrlKey: false, metaKey: false, altKey: false, ...held });

it('names a key the same with Caps Lock, and Command as Ctrl', () => {
  expect([press('j'), press('J'), press('?'), press('Escape'), press('k', { ctrlKey: true }), press('K', { metaKey: true })]).toEqual([
    'j',
    'j',
    '?',
    'Escape',
    'Mod+k',
    'Mod+k',
  ]);
  expect([press('j', { altKey: true }), press('Shift'), press('Dead')]).toEqual([undefined, undefined, undefined]);
  expect([keyLabel('Mod+k'), keyLabel('Escape'), keyLabel('j'), keyShortcut('Mod+k'), keyShortcut('j')]).toEqual(['Ctrl K', 'Esc', 'J', 'Control+k', 'J']);
});

it('leaves to the page what belongs to it', () => {
  expect(['q', 'ç', '?', 'Escape', 'Mod+l', 'Mod+Enter'].map(isChoosable)).toEqual([true, true, true, true, true, true]);
  expect(['Tab', 'Enter', ' ', '3', 'ArrowDown', 'F5', 'Mod+1'].map(isChoosable)).toEqual([false, false, false, false, false, false, false]);
});

it('knows where text is typed', () => {
  const typed = [
    { tagName: 'TEXTAREA' },
    { tagName: 'INPUT', type: 'text' },
    { tagName: 'INPUT', type: 'search' },
    { tagName: 'SELECT' },
    { tagName: 'DIV', isContentEditable: true },
  ];
  expect(typed.map(isTypedInto)).toEqual([true, true, true, true, true]);
  expect([{ tagName: 'INPUT', type: 'checkbox' }, { tagName: 'INPUT', type: 'radio' }, { tagName: 'BUTTON' }].map(isTypedInto)).toEqual([false, false, false]);
});

it('keeps the choices that can be kept', () => {
  expect(readChoices(null)).toEqual({ off: false, stay: false, keys: usualKeys });
  expect(readChoices('{broken')).toEqual({ off: false, stay: false, keys: usualKeys });
  expect(readChoices(JSON.stringify({ off: true, stay: true, keys: { next: 'n', previous: 'Tab', other: 'z' } }))).toEqual({
    off: true,
    stay: true,
    keys: { ...usualKeys, next: 'n' },
  });
  // A key that is assigned to two commands is not accepted.
  expect(readChoices(JSON.stringify({ keys: { next: 'a' } })).keys).toEqual(usualKeys);
});
