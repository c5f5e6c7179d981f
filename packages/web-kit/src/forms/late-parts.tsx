import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Within this time what belongs to the parts follows them. */
const FOLLOWS_MS = 200;

/**
 * Parts of a form that come after it, such as questions that a service has to name first. When they come, what stands below them keeps its
 * place on the screen: a button must not move under a finger.
 * @param waiting true until everything is there
 */
export function LateParts({ waiting, children }: { waiting: boolean; children: ReactNode }) {
  const parts = useRef<HTMLDivElement>(null);
  const [coming, setComing] = useState(true);
  useEffect(() => {
    if (waiting) return setComing(true);
    // The first frame lays the parts out, which takes long on a slow device; with the second one they are on the screen.
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
    // Browsers keep the place by themselves (`portal-late`), but for Safari.
    if (!coming || !element || CSS.supports('overflow-anchor', 'none')) return;
    /** Where the parts end in the page, however far it is scrolled, and how long the page is: what stands under the button does not change. */
    const placeNow = () => ({ end: element.getBoundingClientRect().bottom + scrollY, height: document.documentElement.scrollHeight });
    // Known from the beginning: on a slow device the parts may be there when the observer is called for the first time.
    let place = placeNow();
    // Called before the change is painted.
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
