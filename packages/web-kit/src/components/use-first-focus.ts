import { useEffect, useRef } from 'react';

/** Returns a ref for the field that a dialog is opened for. The field takes the focus once the dialog is open. */
export function useFirstFocus<Field extends HTMLElement>() {
  const field = useRef<Field>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}
