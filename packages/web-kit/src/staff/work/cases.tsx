import { Activity, createContext, type ReactNode, type RefObject, startTransition, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { afterPaint } from '../../components/after-paint.ts';
import { LocationAhead } from './location-ahead.tsx';

/** A case of a list, in the mode in which it is shown. */
export interface CaseAt {
  /** A key for each visit of a case, so that no state of an earlier visit is kept. */
  key: string;
  /** The id of the case; undefined for a new one. */
  id: string | undefined;
  mode: string;
  /** The address of the case. It is rendered as if the page were at this address. */
  address: string;
}

const PlaceContext = createContext<RefObject<HTMLElement | null> | undefined>(undefined);

interface CasesProps {
  shown: CaseAt;
  /** Cases that may be opened next. They are rendered in advance while the officer reads, and are attached to the page only when they are shown. */
  ahead: readonly CaseAt[];
  draw(id: string | undefined, mode: string): ReactNode;
}

/** Renders the case on the screen. A case that was rendered in advance only has to be attached to the page. */
export function Cases({ shown, ahead, draw }: CasesProps) {
  const place = useRef<HTMLDivElement>(null);
  // Removing a case takes as long as showing the next one, so the next one is shown first.
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

/** Renders a case into an element of its own. */
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

/** Attaches the element of a case to the page while the case is shown. The effects of the case itself run later and find its element in the page. */
function Put({ element }: { element: HTMLElement }) {
  const place = useContext(PlaceContext);
  useLayoutEffect(() => {
    place?.current?.append(element);
    return () => element.remove();
  }, [place, element]);
  return null;
}
