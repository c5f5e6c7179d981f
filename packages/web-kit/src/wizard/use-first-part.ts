import { startTransition, useEffect, useState } from 'react';

/** The number of fields that are rendered first; more than a phone shows at once. */
const FIRST_FIELDS = 5;

/**
 * Limits the fields of a step that follows another: the step is painted with its first fields, and the others are rendered right after, because on a slow phone
 * rendering the whole step takes twice as long. The step with which a page begins is rendered completely, because its prerendered HTML is complete.
 * @returns the number of fields of the step to render
 */
export function useFirstPart(step: string): number {
  const [whole, setWhole] = useState(step);
  useEffect(() => {
    // Uses a timer, because a background tab gets no animation frame.
    const timer = setTimeout(() => startTransition(() => setWhole(step)), 50);
    return () => clearTimeout(timer);
  }, [step]);
  return whole === step ? Number.POSITIVE_INFINITY : FIRST_FIELDS;
}
