import type { ChangeEvent } from 'react';

/** What is typed is kept in the very event: the list's own, later event would lose letters of a fast typist. */
export const typing =
  (set: (text: string) => void) =>
  (event: ChangeEvent<HTMLInputElement>): void =>
    set(event.target.value);
