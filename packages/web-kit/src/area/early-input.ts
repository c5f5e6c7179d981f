import { type RefObject, useEffect } from 'react';
import { PRESSED, WAITING } from './early-press.ts';

const onServer = typeof document === 'undefined';

/**
 * HTML that was drawn before its script ran. Visitors may type into it and press its buttons at once: what they typed stays in the inputs,
 * and a pressed button is marked. Both reach React when it has taken the HTML over. To be spread on the element that is given to `useTakenOver`.
 */
export const waiting: Record<string, string> = onServer ? { [WAITING]: '' } : {};

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const initialOf = (control: TextControl): string =>
  control instanceof HTMLSelectElement
    ? (([...control.options].find((option) => option.defaultSelected) ?? control.options[0])?.value ?? '')
    : control.defaultValue;

/** Sets a value past React, which compares it with the value it knows when the event comes. */
function setPastReact(control: TextControl, value: string): void {
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set;
  setter?.call(control, value);
}

/** Tells React what was typed before it listened. */
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

/** Tells React what was ticked before it listened. */
function tellTicked(control: HTMLInputElement): void {
  if (control.checked === control.defaultChecked) return;
  if (control.type === 'radio' && !control.checked) return;
  control.checked = control.defaultChecked;
  control.click();
}

/** Gives what was typed and pressed before the script ran to the components that listen now. */
function takeOver(element: Element): void {
  element.removeAttribute(WAITING);
  for (const control of element.querySelectorAll<HTMLInputElement>('input[type=radio], input[type=checkbox]')) tellTicked(control);
  for (const control of element.querySelectorAll<TextControl>('input:not([type=radio], [type=checkbox], [type=file]), textarea, select')) tellTyped(control);
  const button = element.querySelector<HTMLElement>(`[${PRESSED}]`);
  button?.removeAttribute(PRESSED);
  // The typed answers are in the form only after React has drawn them.
  if (button) setTimeout(() => button.click());
}

/** Takes over an element whose HTML may have been drawn before its script ran (`waiting`). */
export function useTakenOver(element: RefObject<Element | null>): void {
  useEffect(() => {
    if (element.current?.hasAttribute(WAITING)) takeOver(element.current);
  }, [element]);
}
