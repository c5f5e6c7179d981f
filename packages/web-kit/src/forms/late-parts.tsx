import { type ReactNode, useEffect, useRef, useState } from 'react';

/** How long, in ms, the page may still change after the parts have arrived, because what depends on them follows. */
const FOLLOWS_MS = 200;

/**
 * Parts of a form that arrive after the form itself, such as questions that a service has to supply first. When they arrive, the content below them keeps its
 * place on the screen, because a button must not move under a finger.
 * @param waiting true until all parts have arrived
 */
export function LateParts({ waiting, children }: { waiting: boolean; children: ReactNode }) {
  const parts = useRef<HTMLDivElement>(null);
  const [coming, setComing] = useState(true);
  useEffect(() => {
    if (waiting) return setComing(true);
    // The first frame lays the parts out, which takes long on a slow device. By the second frame they are on the screen.
    let frame = 0;
    const nextFrame = (run: () => void) => {
      frame = requestAnimationFrame(run);
    };
    const timer = setTimeout(() => nextFrame(() => nextFrame(() => setComing(false))), FOLLOWS_MS);
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, [waiting]);
  useEffect(() => {
    const element = parts.current;
    // Browsers keep the scroll position by themselves (scroll anchoring, class `portal-late`), except Safari.
    if (!coming || !element || CSS.supports('overflow-anchor', 'none')) return;
    /**
     * Where the parts end, measured from the top of the page, and the height of the page. The content below the parts has a constant height, so the change in
     * page height is the distance to scroll.
     */
    const placeNow = () => ({ end: element.getBoundingClientRect().bottom + scrollY, height: document.documentElement.scrollHeight });
    // Measured at the start: on a slow device the parts may already be there when the observer is called for the first time.
    let place = placeNow();
    // The observer is called before the change is painted.
    const observer = new ResizeObserver(() => {
      const now = placeNow();
      if (place.end - scrollY < innerHeight) scrollBy({ top: now.height - place.height, behavior: 'instant' });
      place = now;
    });
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [coming]);
  return (
    <div ref={parts} className={coming ? 'portal-late' : undefined}>
      {children}
    </div>
  );
}
