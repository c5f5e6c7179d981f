import { Activity, createContext, type ReactNode, type RefObject, startTransition, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { afterPaint } from '../../components/after-paint.ts';
import { LocationAhead } from './location-ahead.tsx';

/** A case of a list, in the mode in which it is shown. */
export interface CaseAt {
  /** Each visit of a case has a key of its own, so that nothing of an earlier visit is kept. */
  key: string;
  /** Undefined for a new one. */
  id: string | undefined;
  mode: string;
  /** Where the case is found: it is drawn as if this were the address of the page. */
  address: string;
}

const PlaceContext = createContext<RefObject<HTMLElement | null> | undefined>(undefined);

interface CasesProps {
  shown: CaseAt;
  /** Cases that the next key may lead to. They are drawn while the officer reads, and are not in the page before they are shown. */
  ahead: readonly CaseAt[];
  draw(id: string | undefined, mode: string): ReactNode;
}

/** The case on the screen. One that was drawn ahead only has to be put into the page. */
export function Cases({ shown, ahead, draw }: CasesProps) {
  const place = useRef<HTMLDivElement>(null);
  // Removing a case costs as much as showing the next one, so the next one is shown first.
  const [before, setBefore] = useState(shown);
  const isLeft = before.key !== shown.key;
  const latest = useRef(shown);
  latest.current = shown;
  useEffect(() => (isLeft ? afterPaint(() => startTransition(() => setBefore(latest.current))) : undefined), [isLeft]);
  const drawn = [shown, ...ahead];
  if (isLeft && drawn.every(({ key }) => key !== before.key)) drawn.push(before);
  return (
    <>
      <div ref={place} />
      <PlaceContext value={place}>
        {drawn.map((each) => (
          <Case key={each.key} isShown={each === shown} address={each.address}>
            {draw(each.id, each.mode)}
          </Case>
        ))}
      </PlaceContext>
    </>
  );
}

/** Draws a case into an element of its own. */
function Case({ isShown, address, children }: { isShown: boolean; address: string; children: ReactNode }) {
  const [element] = useState(() => document.createElement('div'));
  const [isDrawnAhead] = useState(!isShown);
  return createPortal(
    <Activity mode={isShown ? 'visible' : 'hidden'}>
      <Put element={element} />
      <LocationAhead address={isDrawnAhead ? address : undefined}>{children}</LocationAhead>
    </Activity>,
    element,
  );
}

/** Puts the element of a case into the page as long as the case is shown. The effects of the case itself come after it, and find the case in the page. */
function Put({ element }: { element: HTMLElement }) {
  const place = useContext(PlaceContext);
  useLayoutEffect(() => {
    place?.current?.append(element);
    return () => element.remove();
  }, [place, element]);
  return null;
}
