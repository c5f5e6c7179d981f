import { useEffect } from 'react';

/** Longer than any system waits for the second click of a double click. */
const DOUBLE_CLICK_MS = 1000;

interface Click {
  /** A browser counts the clicks at the same place, whatever is there. */
  detail: number;
  timeStamp: number;
}

/**
 * The clicks of a page, which tell whether a click is the second one of a double click on a button: after the first one another button may
 * stand there. A click right after one on something else, such as an option of a list that has closed since or the field above, is the first on the button.
 */
export class Clicks {
  private last?: { click: Click; isOnButton: boolean };
  private before?: { click: Click; isOnButton: boolean };

  note(click: Click, isOnButton: boolean): void {
    this.before = this.last;
    this.last = { click, isOnButton };
  }

  isSecond({ detail, timeStamp }: Click): boolean {
    return (
      detail > 1 && this.before?.isOnButton === true && this.before.click.detail === detail - 1 && timeStamp - this.before.click.timeStamp < DOUBLE_CLICK_MS
    );
  }
}

/** Those of this page. */
const clicks = new Clicks();
let watched = false;
/** What a click follows, opens or ticks. Components with a button ask for themselves. */
const pressable = 'a[href], label, input, summary';

const under = ({ target }: Event, selector: string): boolean => target instanceof Element && target.closest(selector) !== null;

/**
 * Notes each click of the page. What the first click of a double click did may put a link or a box to tick where its button stood: the second one does
 * not follow or tick it.
 */
export function watchClicks(event: MouseEvent): void {
  clicks.note(event, under(event, 'button, [role=button]'));
  if (!clicks.isSecond(event) || !under(event, pressable)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Tells a component with a button whether a click on it is the second one of a double click. */
export function useIsSecondClick(): (click: Click) => boolean {
  useEffect(() => {
    if (watched) return;
    watched = true;
    document.addEventListener('click', watchClicks, { capture: true });
  }, []);
  return isSecondClick;
}

const isSecondClick = (click: Click): boolean => clicks.isSecond(click);
