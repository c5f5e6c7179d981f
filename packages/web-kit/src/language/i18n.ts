import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from 'react';
import { define, lookUp, type TextValues } from './dictionary.ts';
import { type Label, type Language, languages, otherLanguage, type Texts } from './labels.ts';
import { en } from './texts.en.ts';
import { pt } from './texts.pt.ts';

export const KIT = 'kit';
const STORAGE_KEY = 'lang';

let spoken: Language = 'en';
const listeners = new Set<() => void>();

define('en', KIT, en);
define('pt', KIT, pt);

const isLanguage = (value: string | null | undefined): value is Language => languages.includes(value as Language);

const remembered = (): string | null => {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? document.cookie.match(/(?:^|; )lang=(\w+)/)?.[1] ?? null;
  } catch {
    return null;
  }
};

/**
 * Sets the page's language: what the reader chose before, else what is given.
 * @returns the language in force
 */
export function initI18n(language?: string): Language {
  const stored = typeof document === 'undefined' ? null : remembered();
  const chosen = isLanguage(stored) ? stored : isLanguage(language) ? language : 'en';
  apply(chosen);
  return chosen;
}

function apply(language: Language): void {
  if (typeof document !== 'undefined') document.documentElement.lang = language;
  if (spoken === language) return;
  spoken = language;
  for (const listener of listeners) listener();
}

/** Changes the language in place (nothing is reloaded, no answer is lost) and remembers it on this device. */
export function setLanguage(language: Language): void {
  apply(language);
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // Storage may be closed to us (private mode); the cookie still remembers.
  }
  // The cookie lets the server send the first page in this language.
  document.cookie = `lang=${language}; path=/; max-age=31536000; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`;
}

export const currentLanguage = (): Language => spoken;

/** Adds an area's texts under its name. */
export function addTexts(area: string, texts: Record<Language, Texts>): void {
  for (const language of languages) define(language, area, texts[language]);
}

/** The area that the components stand in; its texts are looked up first. */
export const AreaNameContext = createContext<string>(KIT);

const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => {
    listeners.delete(changed);
  };
};

/** The page's language, the second one, and the switch. */
export function useLanguage(): { language: Language; other: Language; setLanguage: (language: Language) => void } {
  const language = useSyncExternalStore(subscribe, currentLanguage, currentLanguage);
  return useMemo(() => ({ language, other: otherLanguage(language), setLanguage }), [language]);
}

export type TextFunction = (key: Label, values?: TextValues) => string;

/** Resolves a label in a language: the area's text, else the kit's, else the string itself. */
export function resolveLabel(label: Label, language: Language, area: string, values?: TextValues): string {
  if (typeof label !== 'string') return label[language] || label.en;
  // Only words joined by dots can be a key; a sentence is shown as it is.
  if (!/^[\w-]+(\.[\w-]+)*$/.test(label)) return label;
  return lookUp(language, [area, KIT], label, values) ?? label;
}

/** `text('key', { rank: 2 })` in the page's language; the area is the one the component stands in unless named. */
export function useText(area?: string): TextFunction {
  const here = useContext(AreaNameContext);
  const { language } = useLanguage();
  const name = area ?? here;
  return useCallback((label, values) => resolveLabel(label, language, name, values), [language, name]);
}

/** The texts of the kit itself. */
export const useKitText = (): TextFunction => useText(KIT);
