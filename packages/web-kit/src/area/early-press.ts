/**
 * Attributes for presses on a page that was prerendered and whose script has not run yet. A button that is pressed meanwhile is marked, and the component that
 * hydrates its element presses it again (`useTakenOver`). The mark is an attribute in the page, because this code runs in a small script of its own, long
 * before all others.
 */
export const WAITING = 'data-waiting';
export const PRESSED = 'data-pressed';

/** Marks a button that is pressed while the script of its part of the page has not run yet. */
export function rememberEarlyPress(): void {
  document.addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element ? event.target.closest('button, summary') : null;
      if (!button?.closest(`[${WAITING}]`)) return;
      document.querySelector(`[${PRESSED}]`)?.removeAttribute(PRESSED);
      button.setAttribute(PRESSED, '');
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
}
