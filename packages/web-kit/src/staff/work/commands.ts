import { useEffect, useRef, useSyncExternalStore } from 'react';
import { keyChoices } from './key-choices.ts';
import { isTypedInto, type KeyId, keyIds, keyName } from './key-names.ts';

/** Something an officer can do now, by a key or from the palette. */
export interface Command {
  /** One of the keys, or a name of its own for what only the palette lists. */
  id: KeyId | `do:${string}`;
  /** In the reader's language. */
  label: string;
  run(): void;
}

let commands: readonly Command[] = [];
/** What a digit does: the choices of the decision on the screen. */
let choose: ((number: number) => void) | undefined;
/** The list marks another case than the one that is still on the screen. */
let passing = false;
/** Keys that mean the list, or the place, and not the case on the screen. */
const whilePassing: ReadonlySet<string> = new Set(['next', 'previous', 'leave', 'help', 'palette', 'go']);
/** The keys that decide. */
const deciding: ReadonlySet<string> = new Set(['primary', 'send']);
/** A key that is pressed twice so soon was meant once. */
const pressedTwiceMs = 400;
/** Until when the key that decided the case before does nothing on the next one; another key ends that. In milliseconds of `event.timeStamp`. */
let decidedUntil = 0;
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

/** The command that stands for an id now: the one offered last. */
export const commandOf = (id: string): Command | undefined => commands.findLast((command) => command.id === id);

/** Says that a key has moved on to a case that is not drawn yet. Until it is, no key acts on the case before it. */
export function setPassing(now: boolean): void {
  passing = now;
}

/** Says that the next case is on the screen as soon as the key was pressed that decided the one before: pressed twice, that key must not decide both. */
export function setDecided(now = performance.now()): void {
  decidedUntil = now + pressedTwiceMs;
}

/** Everything that can be done on this screen. */
export const useCommands = (): readonly Command[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => commands,
    () => commands,
  );

/** Offers a command while the component is there. @param run undefined while it cannot be done */
export function useCommand(id: Command['id'], label: string, run: (() => unknown) | undefined): void {
  const latest = useRef(run);
  latest.current = run;
  const offered = run !== undefined;
  useEffect(() => {
    if (!offered) return;
    const command: Command = { id, label, run: () => void latest.current?.() };
    commands = [...commands, command];
    changed();
    return () => {
      commands = commands.filter((other) => other !== command);
      changed();
    };
  }, [id, label, offered]);
}

/** Offers the digits while the component is there. */
export function useDigits(run: ((number: number) => void) | undefined): void {
  const latest = useRef(run);
  latest.current = run;
  const offered = run !== undefined;
  useEffect(() => {
    if (!offered) return;
    const mine = (number: number) => latest.current?.(number);
    choose = mine;
    return () => {
      if (choose === mine) choose = undefined;
    };
  }, [offered]);
}

/** From a field back to the heading of the page: the next key is a key again. */
function leaveField(field: HTMLElement): void {
  field.blur();
  document.querySelector<HTMLElement>('#main-content h1')?.focus({ preventScroll: true });
}

/** The command or choice that a key press runs now; undefined where the desk does not use the key. */
export function meaningOf(event: KeyboardEvent): (() => void) | undefined {
  const name = keyName(event);
  if (!name || event.defaultPrevented || event.isComposing) return undefined;
  const target = event.target instanceof HTMLElement ? event.target : undefined;
  // An open dialog has the keyboard to itself.
  if (document.querySelector('dialog[open]')) return undefined;
  const isSingle = name.length === 1;
  const { off, keys } = keyChoices();
  if (isSingle && (off || (target && isTypedInto(target)))) return undefined;
  // A key that is held moves on through the list, and does nothing else twice.
  if (event.repeat && name !== keys.next && name !== keys.previous) return undefined;
  if (name === 'Escape' && target && isTypedInto(target)) return () => leaveField(target);
  const id = keyIds.find((each) => keys[each] === name);
  const isTwice = id !== undefined && deciding.has(id) && event.timeStamp < decidedUntil;
  decidedUntil = 0;
  if (isTwice) return () => undefined;
  if (passing && !(id && whilePassing.has(id))) return id || /^[1-9]$/.test(name) ? () => undefined : undefined;
  if (/^[1-9]$/.test(name)) return choose && (() => choose?.(Number(name)));
  const command = id && commandOf(id);
  return command ? () => command.run() : undefined;
}
