import { Activity, createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react';
import { afterPaint } from '../../components/after-paint.ts';
import { FieldLimit } from '../../document/document-form.tsx';

/** The number of fields that are rendered first: about as many as the screen shows at once. */
const firstFields = 12;

/** Whether a case is rendered in parts. False renders it completely at once, as for printing. */
export const DrawsInParts = createContext(true);

/** Whether the first part of the case is on the screen. */
function useIsPainted(): boolean {
  const inParts = useContext(DrawsInParts);
  const [painted, setPainted] = useState(!inParts);
  // The transition lets React handle key presses in between, so that an officer who moves on does not wait for this rendering.
  useEffect(() => (painted ? undefined : afterPaint(() => startTransition(() => setPainted(true)))), [painted]);
  return painted;
}

/** A part of a case that is shown once the parts before it are on the screen, so that an officer who moves through a list sees each case at once. */
export function DeferredPart({ children }: { children: ReactNode }) {
  return <Activity mode={useIsPainted() ? 'visible' : 'hidden'}>{children}</Activity>;
}

/** A document whose first fields are rendered at once and the others later, as in `Later`. */
export function FirstFields({ children }: { children: ReactNode }) {
  return <FieldLimit value={useIsPainted() ? Number.POSITIVE_INFINITY : firstFields}>{children}</FieldLimit>;
}
