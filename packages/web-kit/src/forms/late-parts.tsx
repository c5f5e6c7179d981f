import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Longer than it takes to paint what was drawn last. A frame of a page in the background never comes. */
const PAINTED_MS = 200;

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
    const timer = setTimeout(() => setComing(false), PAINTED_MS);
    return () => clearTimeout(timer);
  }, [waiting]);
  useEffect(() => {
    const element = parts.current;
    if (!coming || !element) return;
    // Most browsers keep the place by themselves (`portal-late`); Safari does not.
    const endNow = () => element.getBoundingClientRect().bottom;
    let end: number | undefined;
    const note = () => {
      end = endNow();
    };
    // Called before the change is painted, and once at the beginning, when the place is known without another layout.
    const observer = new ResizeObserver(() => {
      if (end !== undefined && end < innerHeight) scrollBy({ top: endNow() - end, behavior: 'instant' });
      note();
    });
    observer.observe(element);
    addEventListener('scroll', note, { passive: true });
    return () => {
      observer.disconnect();
      removeEventListener('scroll', note);
    };
  }, [coming]);
  return (
    <div ref={parts} className={coming ? 'portal-late' : undefined}>
      {children}
    </div>
  );
}
