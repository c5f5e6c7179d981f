import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { KIT, resolveLabel, useLanguage } from '../language/i18n.ts';

let portalName: string | undefined;

/** The portal's name in page titles (the deployment's setting); without it the kit's word for it. */
export function setPortalName(name: string): void {
  portalName = name;
}

/** `Error: Register a trip – Single Window`. */
export const pageTitle = (title: string, name: string, error: string | undefined): string => `${error ? `${error} ` : ''}${title} – ${name}`;

let drawn = '';

/** The title of the screen that was drawn last, where pages are drawn without a browser. */
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

// The first page of a visit starts at its top. Only later pages move the focus.
let firstPage = true;

/** Gives the h1 the focus when the route (or the step of a wizard) changes. A change of language does not; `held` leaves it to the error summary. */
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
