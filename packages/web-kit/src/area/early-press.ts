/**
 * A page that was drawn before its script ran: a button that is pressed meanwhile is marked, and pressed again by the component that takes
 * its element over (`useTakenOver`). The mark is in the page, because this runs in a small script of its own, long before all others.
 */
export const WAITING = 'data-waiting';
export const PRESSED = 'data-pressed';

/** Marks a button that is pressed while it waits for its script. */
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
