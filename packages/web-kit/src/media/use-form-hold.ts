import { type RefObject, useEffect, useRef } from 'react';

interface Held {
  /** Any element of the form. */
  inside: RefObject<HTMLElement | null>;
  /** What was chosen and has not been sent; undefined where there is nothing. */
  chosen(): unknown;
  /** Whether it is being sent. */
  sending: boolean;
  send(): void;
}

/**
 * Holds a form that goes on while a file was chosen in it and not uploaded: the file is uploaded, and then the form goes on by itself. A file that was
 * refused or did not arrive holds the form once: its error stands beside it.
 * @returns `goOn` after the upload, when the form has the file; `forget` when another file was chosen
 */
export function useFormHold(held: Held): { goOn(): void; forget(): void } {
  const latest = useRef(held);
  latest.current = held;
  const last = useRef<unknown>(undefined);
  const waiting = useRef<() => void>(undefined);
  const goesOn = useRef(false);
  const { inside } = held;
  useEffect(() => {
    const form = inside.current?.closest('form');
    const hold = (event: SubmitEvent) => {
      const { chosen, sending, send } = latest.current;
      const what = chosen();
      if (!form || goesOn.current || what === undefined || (last.current === what && !sending)) return;
      event.preventDefault();
      // Another file of the form is sent when this one has arrived.
      event.stopImmediatePropagation();
      last.current = what;
      const { submitter } = event;
      waiting.current = () => {
        goesOn.current = true;
        form.requestSubmit(submitter);
        goesOn.current = false;
      };
      if (!sending) send();
    };
    form?.addEventListener('submit', hold, true);
    return () => form?.removeEventListener('submit', hold, true);
  }, [inside]);
  return {
    goOn() {
      const next = waiting.current;
      waiting.current = undefined;
      // After the form holds the file.
      if (next) setTimeout(next);
    },
    forget() {
      waiting.current = undefined;
    },
  };
}
