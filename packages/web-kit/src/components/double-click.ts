import { useEffect } from 'react';

/** The interval in ms within which two clicks count as a double click; longer than the setting of any system. */
const DOUBLE_CLICK_MS = 1000;

interface Click {
  /** The browser's click count. It counts the clicks at the same place, whatever element is there. */
  detail: number;
  timeStamp: number;
}

/**
 * The recent clicks of a page. They tell whether a click is the second one of a double click on a button: after the first click, another button may stand at
 * the same place. A click that follows a click on something else, such as an option of a list that has closed or the field above, counts as the first click on
 * the button.
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

/** The clicks of this page. */
const clicks = new Clicks();
let watched = false;
/** Elements that a click follows, opens or ticks. Button components call `useIsSecondClick` themselves. */
const pressable = 'a[href], label, input, summary';

const under = ({ target }: Event, selector: string): boolean => target instanceof Element && target.closest(selector) !== null;

/**
 * Notes each click of the page. The first click of a double click may put a link or a checkbox in the place of its button: the second click is then stopped, so
 * that it does not follow the link or tick the checkbox.
 */
export function watchClicks(event: MouseEvent): void {
  clicks.note(event, under(event, 'button, [role=button]'));
  if (!clicks.isSecond(event) || !under(event, pressable)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Returns a function that tells a button component whether a click is the second one of a double click. */
export function useIsSecondClick(): (click: Click) => boolean {
  useEffect(() => {
    if (watched) return;
    watched = true;
    document.addEventListener('click', watchClicks, { capture: true });
  }, []);
  return isSecondClick;
}

const isSecondClick = (click: Click): boolean => clicks.isSecond(click);
