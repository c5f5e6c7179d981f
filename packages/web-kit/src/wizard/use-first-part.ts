import { startTransition, useEffect, useState } from 'react';

/** More fields than a phone shows at once. */
const FIRST_FIELDS = 5;

/**
 * A step that follows another is painted with its first fields, and the others are drawn right after: on a slow phone the whole step takes
 * twice as long. The step with which a page begins is drawn whole, because its HTML is.
 * @returns how many fields of the step are drawn
 */
export function useFirstPart(step: string): number {
  const [whole, setWhole] = useState(step);
  useEffect(() => {
    // A frame of a page in the background never comes.
    const timer = setTimeout(() => startTransition(() => setWhole(step)), 50);
    return () => clearTimeout(timer);
  }, [step]);
  return whole === step ? Number.POSITIVE_INFINITY : FIRST_FIELDS;
}
