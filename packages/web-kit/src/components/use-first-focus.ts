import { useEffect, useRef } from 'react';

/** The field that a dialog is opened for: it has the focus once the dialog is open. */
export function useFirstFocus<Field extends HTMLElement>() {
  const field = useRef<Field>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}
