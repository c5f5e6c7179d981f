import { useEffect, useRef, useSyncExternalStore } from 'react';
import { keyChoices } from './key-choices.ts';
import { isTypedInto, type KeyId, keyIds, keyName } from './key-names.ts';

/** Something that an officer can do now, by a keyboard shortcut or from the command palette. */
export interface Command {
  /** The id of a keyboard shortcut, or a `do:` name for a command that only the palette lists. */
  id: KeyId | `do:${string}`;
  /** The label in the user's language. */
  label: string;
  run(): void;
}

let commands: readonly Command[] = [];
/** The handler for digit keys, which select among the choices of the decision on the screen. */
let choose: ((number: number) => void) | undefined;
/** Whether the list already marks another case than the one that is still on the screen. */
let passing = false;
/** Commands that concern the list or the navigation and not the case on the screen. */
const whilePassing: ReadonlySet<string> = new Set(['next', 'previous', 'leave', 'help', 'palette', 'go']);
/** Commands that decide the case. */
const deciding: ReadonlySet<string> = new Set(['primary', 'send']);
/** The time in ms within which a second press of the same key counts as unintended. */
const pressedTwiceMs = 400;
/** The time until which the deciding keys do nothing on the next case, in milliseconds of `event.timeStamp`. Pressing another key ends it. */
let decidedUntil = 0;
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

/** Returns the command that an id runs now: the one that was offered last. */
export const commandOf = (id: string): Command | undefined => commands.findLast((command) => command.id === id);

/** Tells whether the officer has moved on by key to a case that is not rendered yet. Until it is rendered, no key acts on the previous case. */
export function setAwaitingCase(now: boolean): void {
  passing = now;
}

/**
 * Notes that a key press has just decided a case and put the next one on the screen. A second press of the key shortly afterwards must not decide the next case
 * too.
 */
export function ignoreSecondPress(now = performance.now()): void {
  decidedUntil = now + pressedTwiceMs;
}

/** Returns all commands that are available on this screen. */
export const useCommands = (): readonly Command[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => commands,
    () => commands,
  );

/** Offers a command while the component is mounted. @param run undefined while the command is not available */
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

/** Handles the digit keys while the component is mounted. */
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

/** Moves the focus from a field to the heading of the page, so that the next key press is a shortcut again. */
function leaveField(field: HTMLElement): void {
  field.blur();
  document.querySelector<HTMLElement>('#main-content h1')?.focus({ preventScroll: true });
}

/** Returns the command or choice that a key press runs now; undefined if the desk does not use the key. */
export function keyHandlerOf(event: KeyboardEvent): (() => void) | undefined {
  const name = keyName(event);
  if (!name || event.defaultPrevented || event.isComposing) return undefined;
  const target = event.target instanceof HTMLElement ? event.target : undefined;
  // An open dialog handles all keys itself.
  if (document.querySelector('dialog[open]')) return undefined;
  const isSingle = name.length === 1;
  const { off, keys } = keyChoices();
  if (isSingle && (off || (target && isTypedInto(target)))) return undefined;
  // A key that is held down repeats only the commands that move through the list.
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
