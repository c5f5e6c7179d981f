import { type RefObject, useEffect } from 'react';
import { PRESSED, WAITING } from './early-press.ts';

const onServer = typeof document === 'undefined';

/**
 * Attributes that mark prerendered HTML whose script has not run yet. Users may type into it and press its buttons at once: the typed text stays in the inputs,
 * and a pressed button is marked. React receives both after hydration. Spread these attributes on the element that is passed to `useTakenOver`.
 */
export const earlyInputAttributes: Record<string, string> = onServer ? { [WAITING]: '' } : {};

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const initialOf = (control: TextControl): string =>
  control instanceof HTMLSelectElement
    ? (([...control.options].find((option) => option.defaultSelected) ?? control.options[0])?.value ?? '')
    : control.defaultValue;

/** Sets a control's value without React noticing, so that React sees a change when the event is dispatched. */
function setPastReact(control: TextControl, value: string): void {
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set;
  setter?.call(control, value);
}

/** Passes on to React what the user typed before hydration. */
function tellTyped(control: TextControl): void {
  const typed = control.value;
  const initial = initialOf(control);
  if (typed === initial) return;
  const focused = document.activeElement === control;
  const caret = focused && !(control instanceof HTMLSelectElement) ? control.selectionEnd : null;
  control.value = initial;
  setPastReact(control, typed);
  if (focused) control.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  if (caret !== null && !(control instanceof HTMLSelectElement)) control.setSelectionRange(caret, caret);
}

/** Passes on to React what the user ticked before hydration. */
function tellTicked(control: HTMLInputElement): void {
  if (control.checked === control.defaultChecked) return;
  if (control.type === 'radio' && !control.checked) return;
  control.checked = control.defaultChecked;
  control.click();
}

/** Replays what the user typed and pressed before the script ran, now that React listens. */
function replayEarlyInput(element: Element): void {
  element.removeAttribute(WAITING);
  for (const control of element.querySelectorAll<HTMLInputElement>('input[type=radio], input[type=checkbox]')) tellTicked(control);
  for (const control of element.querySelectorAll<TextControl>('input:not([type=radio], [type=checkbox], [type=file]), textarea, select')) tellTyped(control);
  const button = element.querySelector<HTMLElement>(`[${PRESSED}]`);
  button?.removeAttribute(PRESSED);
  // React puts the typed answers into the form only after it has rendered them, so the button is pressed in a later task.
  if (button) setTimeout(() => button.click());
}

/** Replays early input in an element that may have been prerendered before its script ran (`waiting`). */
export function useEarlyInput(element: RefObject<Element | null>): void {
  useEffect(() => {
    if (element.current?.hasAttribute(WAITING)) replayEarlyInput(element.current);
  }, [element]);
}
