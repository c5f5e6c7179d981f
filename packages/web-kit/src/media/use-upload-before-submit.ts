import { type RefObject, useEffect, useRef } from 'react';

interface UploadBeforeSubmitOptions {
  /** Any element inside the form. */
  inside: RefObject<HTMLElement | null>;
  /** Returns the file that was chosen and has not been uploaded; undefined if there is none. */
  chosen(): unknown;
  /** Whether the file is being uploaded. */
  sending: boolean;
  send(): void;
}

/**
 * Delays the submission of a form while a chosen file in it has not been uploaded: uploads the file, and then submits the form again. A file that was refused
 * or did not arrive stops the form only once, because its error is then shown beside it.
 * @returns `goOn`: call it after the upload, when the form has the file; `forget`: call it when another file was chosen
 */
export function useUploadBeforeSubmit(held: UploadBeforeSubmitOptions): { goOn(): void; forget(): void } {
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
      // Other files of the form are sent after this one has arrived.
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
      // Runs in a later task, when the form holds the file.
      if (next) setTimeout(next);
    },
    forget() {
      waiting.current = undefined;
    },
  };
}
