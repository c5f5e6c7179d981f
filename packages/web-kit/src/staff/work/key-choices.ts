import { useSyncExternalStore } from 'react';
import { sessionStore } from '../../session/session-store.ts';
import { isChoosable, type KeyId, keyIds, usualKeys } from './key-names.ts';

/** How one officer works with the keyboard. Kept on this device, for each account. */
export interface KeyChoices {
  /** Single keys do nothing. Those with Ctrl, and Escape, stay. */
  off: boolean;
  /** After a decision the case stays open, instead of the next one. */
  stay: boolean;
  keys: Record<KeyId, string>;
}

const usual: KeyChoices = { off: false, stay: false, keys: { ...usualKeys } };

/** Reads stored choices; what is missing or unreadable is as usual, and so is a key that stands for two things. */
export function readChoices(stored: string | null): KeyChoices {
  if (stored === null) return usual;
  try {
    const { off, stay, keys } = JSON.parse(stored) as { off?: unknown; stay?: unknown; keys?: Partial<Record<KeyId, unknown>> };
    const chosen = Object.fromEntries(keyIds.map((id) => [id, typeof keys?.[id] === 'string' && isChoosable(keys[id]) ? keys[id] : usualKeys[id]])) as Record<
      KeyId,
      string
    >;
    const isClear = new Set(Object.values(chosen)).size === keyIds.length;
    return { off: off === true, stay: stay === true, keys: isClear ? chosen : usual.keys };
  } catch {
    return usual;
  }
}

/** What already has this key; undefined where it is free. */
export const holderOf = (keys: Record<KeyId, string>, name: string, wanting: KeyId): KeyId | undefined =>
  keyIds.find((id) => id !== wanting && keys[id] === name);

const placeOf = (account: string): string => `portal:keys:${account}`;
const account = (): string => {
  const { user } = sessionStore.get().data;
  return user?.sub ?? user?.email ?? '';
};

let known: { account: string; choices: KeyChoices } | undefined;
const listeners = new Set<() => void>();

/** The choices of who is signed in. */
export function keyChoices(): KeyChoices {
  const mine = account();
  if (known?.account === mine) return known.choices;
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(placeOf(mine));
  } catch {
    // A browser that keeps nothing has the usual keys.
  }
  known = { account: mine, choices: readChoices(stored) };
  return known.choices;
}

/** Keeps the choices of who is signed in. */
export function chooseKeys(choices: KeyChoices): void {
  known = { account: account(), choices };
  try {
    localStorage.setItem(placeOf(known.account), JSON.stringify(choices));
  } catch {
    // They hold until the page is left.
  }
  for (const listener of listeners) listener();
}

const subscribe = (changed: () => void) => {
  listeners.add(changed);
  const stop = sessionStore.subscribe(changed);
  return () => {
    listeners.delete(changed);
    stop();
  };
};

export const useKeyChoices = (): KeyChoices => useSyncExternalStore(subscribe, keyChoices, () => usual);
