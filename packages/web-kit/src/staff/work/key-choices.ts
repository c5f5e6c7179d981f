import { useSyncExternalStore } from 'react';
import { sessionStore } from '../../session/session-store.ts';
import { isChoosable, type KeyId, keyIds, usualKeys } from './key-names.ts';

/** An officer's keyboard settings. They are stored on this device, for each account. */
export interface KeyChoices {
  /** Whether single keys are switched off. Escape and keys with Ctrl still work. */
  off: boolean;
  /** Whether the case stays open after a decision, instead of the next case being opened. */
  stay: boolean;
  keys: Record<KeyId, string>;
}

const usual: KeyChoices = { off: false, stay: false, keys: { ...usualKeys } };

/** Reads stored settings. Missing or unreadable parts get the default, and so does a key that is assigned twice. */
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

/** Returns the command that already has this key; undefined if the key is free. */
export const holderOf = (keys: Record<KeyId, string>, name: string, wanting: KeyId): KeyId | undefined =>
  keyIds.find((id) => id !== wanting && keys[id] === name);

const placeOf = (account: string): string => `portal:keys:${account}`;
const account = (): string => {
  const { user } = sessionStore.get().data;
  return user?.sub ?? user?.email ?? '';
};

let known: { account: string; choices: KeyChoices } | undefined;
const listeners = new Set<() => void>();

/** Returns the settings of the signed-in account. */
export function keyChoices(): KeyChoices {
  const mine = account();
  if (known?.account === mine) return known.choices;
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(placeOf(mine));
  } catch {
    // A browser without storage uses the default keys.
  }
  known = { account: mine, choices: readChoices(stored) };
  return known.choices;
}

/** Stores the settings of the signed-in account. */
export function chooseKeys(choices: KeyChoices): void {
  known = { account: account(), choices };
  try {
    localStorage.setItem(placeOf(known.account), JSON.stringify(choices));
  } catch {
    // Without storage the settings last until the user leaves the page.
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
