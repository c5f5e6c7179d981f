import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { KIT, resolveLabel, useLanguage } from '../language/i18n.ts';

let portalName: string | undefined;

/** Sets the portal's name for page titles, from the deployment's setting. Without it the titles use the kit's own word. */
export function setPortalName(name: string): void {
  portalName = name;
}

/** Builds a page title: `Error: Register a trip – Single Window`. */
export const pageTitle = (title: string, name: string, error: string | undefined): string => `${error ? `${error} ` : ''}${title} – ${name}`;

let drawn = '';

/** Returns the title of the screen that was rendered last, and clears it. Used where pages are rendered without a browser. */
export function takeDrawnTitle(): string {
  const title = drawn;
  drawn = '';
  return title;
}

/** Keeps `document.title` up to date, with "Error:" in front while the page shows errors. */
export function usePageTitle(title: string, failed = false): void {
  const { language } = useLanguage();
  if (typeof document === 'undefined') drawn = title;
  useEffect(() => {
    document.title = pageTitle(
      title,
      portalName ?? resolveLabel('portal.name', language, KIT),
      failed ? resolveLabel('title.error', language, KIT) : undefined,
    );
  }, [title, failed, language]);
}

// The first page of a visit starts at its top, so its heading does not take the focus.
let firstPage = true;

/** Focuses the h1 when the route (or the step of a wizard) changes, but not when only the language changes. `held` leaves the focus to the error summary. */
export function useHeadingFocus(key = '', held = false) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  const { language } = useLanguage();
  const seen = useRef({ key: '', language });
  useEffect(() => {
    const place = `${pathname}:${key}`;
    const languageOnly = seen.current.key !== '' && seen.current.language !== language;
    const moved = seen.current.key !== place;
    seen.current = { key: place, language };
    if (!moved || languageOnly || held) return;
    if (firstPage) {
      firstPage = false;
      return;
    }
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [pathname, key, language, held]);
  return heading;
}
