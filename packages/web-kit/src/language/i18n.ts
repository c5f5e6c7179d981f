import { type Bilingual, directionOf, type SourceLanguage, say, secondOf, sourceOf } from '@portal/contract-kit';
import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from 'react';
import { define, lookUp, type TextValues } from './dictionary.ts';
import { type Label, type Language, sourceLanguages, type Texts } from './labels.ts';
import { hasLanguage, isLoaded, loadLanguage } from './packs.ts';
import { en } from './texts.en.ts';
import { pt } from './texts.pt.ts';

export const KIT = 'kit';
/**
 * Name of the cookie that holds the user's choice on this device. The gateway reads the cookie too, for pages, images and downloads that the browser requests
 * by itself.
 */
const COOKIE = 'portal.language';

/** The current language of the page: the chosen language, or on staff's pages English if the chosen language has no texts for staff. */
let spoken: Language = 'en';
let chosen: Language = 'en';
let forStaff = false;
const listeners = new Set<() => void>();

define('en', KIT, en);
define('pt', KIT, pt);

/**
 * Reads a choice that is stored on this device. Over HTTPS the cookie has the `__Host-` prefix, which binds it to this host. A cookie of an earlier release has
 * no prefix.
 */
function keptChoice(name: string): string | undefined {
  const cookies = typeof document === 'undefined' ? [] : document.cookie.split('; ');
  const of = (full: string): string | undefined => cookies.find((cookie) => cookie.startsWith(`${full}=`))?.slice(full.length + 1);
  return of(`__Host-${name}`) ?? of(name);
}

/** Stores a choice on this device for a year. */
function keepChoice(name: string, value: string): void {
  const [prefix, secure] = location.protocol === 'https:' ? ['__Host-', '; secure'] : ['', ''];
  document.cookie = `${prefix}${name}=${value}; path=/; max-age=31536000; samesite=lax${secure}`;
}

/** Returns the language that the user chose on this device; undefined before the first choice. */
function chosenLanguage(): Language | undefined {
  const value = keptChoice(COOKIE);
  return value && hasLanguage(value) ? value : undefined;
}

/**
 * Sets the page's language: the user's choice, otherwise the given language (the browser's language at the first visit), otherwise the current language. A
 * language whose pack is not loaded is not used; `prepareLanguage` loads the pack.
 * @returns the language that is now in use
 */
export function initI18n(language?: string): Language {
  if (keptChoice(LABELS_COOKIE) === 'both') showLabels(true);
  const wanted = chosenLanguage() ?? (language && hasLanguage(language) ? language : spoken);
  apply(isLoaded(wanted) ? wanted : spoken);
  return spoken;
}

/** Loads the pack of the language in which the page will be rendered. If that fails, the page is in English. */
export async function prepareLanguage(drawnIn: string): Promise<void> {
  await loadLanguage(chosenLanguage() ?? drawnIn).catch(() => undefined);
}

function apply(wanted: Language): void {
  chosen = wanted;
  const language = forStaff ? sourceOf(wanted) : wanted;
  if (typeof document !== 'undefined') {
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
  }
  if (spoken === language) return;
  spoken = language;
  for (const listener of listeners) listener();
}

/** Turns staff mode on or off. Staff's pages exist only in English and Portuguese, so that a user of another language sees them in English. */
export function speakForStaff(staff: boolean): void {
  if (forStaff === staff) return;
  forStaff = staff;
  apply(chosen);
}

/**
 * Changes the language in place (nothing is reloaded, no answer is lost) and stores the choice on this device for a year. If the pack cannot be loaded, the
 * language stays the same.
 */
export function setLanguage(language: Language): void {
  if (isLoaded(language)) choose(language);
  else
    void loadLanguage(language).then(
      () => choose(language),
      () => undefined,
    );
}

function choose(language: Language): void {
  keepChoice(COOKIE, language);
  apply(language);
}

/** Name of the cookie that holds the user's choice to see every label in both languages. */
const LABELS_COOKIE = 'portal.labels';

let bothLanguages = false;

/** Shows or hides the second language under every label of the public's pages, and stores the choice on this device for a year. */
export function setBothLanguages(both: boolean): void {
  keepChoice(LABELS_COOKIE, both ? 'both' : 'one');
  showLabels(both);
}

function showLabels(both: boolean): void {
  if (typeof document !== 'undefined') {
    if (both) document.documentElement.dataset.labels = 'both';
    else delete document.documentElement.dataset.labels;
  }
  if (bothLanguages === both) return;
  bothLanguages = both;
  for (const listener of listeners) listener();
}

/** Returns whether labels are shown in both languages, and the function that changes it. */
export function useBothLanguages(): [both: boolean, set: (both: boolean) => void] {
  return [
    useSyncExternalStore(
      subscribe,
      () => bothLanguages,
      () => false,
    ),
    setBothLanguages,
  ];
}

/** Calls `changed` on each change of the language, before any screen is rendered in the new language. */
export function onLanguageChange(changed: () => void): void {
  listeners.add(changed);
}

export const currentLanguage = (): Language => spoken;

/** Registers an area's texts under the area's name. */
export function addTexts(area: string, texts: Record<SourceLanguage, Texts>): void {
  for (const language of sourceLanguages) define(language, area, texts[language]);
}

/** Registers one text of an area. */
export function addText(area: string, key: string, words: Bilingual): void {
  for (const language of sourceLanguages) define(language, area, { [key]: words[language] });
}

/** The area that a component belongs to. Its texts are looked up first. */
export const AreaNameContext = createContext<string>(KIT);

const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => {
    listeners.delete(changed);
  };
};

/** Returns the page's language, the second language, and the function that changes the language. */
export function useLanguage(): { language: Language; other: SourceLanguage; setLanguage: (language: Language) => void } {
  const language = useSyncExternalStore(subscribe, currentLanguage, currentLanguage);
  return useMemo(() => ({ language, other: secondOf(language), setLanguage }), [language]);
}

export type TextFunction = (key: Label, values?: TextValues) => string;

/** Returns a label in a language: the area's text, otherwise the kit's text, otherwise the string itself. */
export function resolveLabel(label: Label, language: Language, area: string, values?: TextValues): string {
  if (typeof label !== 'string') return say(label, language);
  // Only words joined by dots can be a key. A sentence is returned unchanged.
  if (!/^[\w-]+(\.[\w-]+)*$/.test(label)) return label;
  return lookUp(language, [area, KIT], label, values) ?? label;
}

/** Returns the function `text('key', { rank: 2 })` for the page's language. It uses the area of the component unless another one is named. */
export function useText(area?: string): TextFunction {
  const here = useContext(AreaNameContext);
  const { language } = useLanguage();
  const name = area ?? here;
  return useCallback((label, values) => resolveLabel(label, language, name, values), [language, name]);
}

/** Returns the text function for the kit's own texts. */
export const useKitText = (): TextFunction => useText(KIT);
