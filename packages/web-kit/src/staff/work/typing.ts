import type { ChangeEvent } from 'react';

/** Stores what is typed in the input event itself. The event of the combobox library comes later, so a fast typist would lose letters. */
export const typing =
  (set: (text: string) => void) =>
  (event: ChangeEvent<HTMLInputElement>): void =>
    set(event.target.value);
