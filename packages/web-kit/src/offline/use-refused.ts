import type { FieldError } from '@portal/contract-kit';
import { useEffect, useRef } from 'react';
import { useLocation } from '../router.ts';

/** Shows, once, the errors of a form that waited on the device and was refused by the portal, as soon as its answers are in the form again. */
export function useRefused(ready: boolean, show: (errors: readonly FieldError[]) => void): void {
  const { state } = useLocation();
  const refused = useRef((state as { refused?: FieldError[] } | null)?.refused);
  const latest = useRef(show);
  latest.current = show;
  useEffect(() => {
    if (!ready || !refused.current?.length) return;
    const errors = refused.current;
    refused.current = undefined;
    latest.current(errors);
  }, [ready]);
}
