import { Activity, createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react';
import { afterPaint } from '../../components/after-paint.ts';
import { FieldLimit } from '../../document/document-form.tsx';

/** Fields that stand first on a case without key facts: about as many as the screen shows at once. */
const firstFields = 12;

/** False where a case is drawn whole at once, as on paper. */
export const DrawsInParts = createContext(true);

/** Whether the first part of the case is on the screen. */
function useIsPainted(): boolean {
  const inParts = useContext(DrawsInParts);
  const [painted, setPainted] = useState(!inParts);
  // In pieces that let keys in between: whoever moves on does not wait for it.
  useEffect(() => (painted ? undefined : afterPaint(() => startTransition(() => setPainted(true)))), [painted]);
  return painted;
}

/** A part of a case that is shown when what stands before it is on the screen: who moves through a list sees each case at once. */
export function Later({ children }: { children: ReactNode }) {
  return <Activity mode={useIsPainted() ? 'visible' : 'hidden'}>{children}</Activity>;
}

/** A document whose first fields are drawn at once, and the others as `Later`. */
export function FirstFields({ children }: { children: ReactNode }) {
  return <FieldLimit value={useIsPainted() ? Number.POSITIVE_INFINITY : firstFields}>{children}</FieldLimit>;
}
