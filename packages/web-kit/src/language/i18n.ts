import { type Bilingual, directionOf, type SourceLanguage, say, secondOf, sourceOf } from '@portal/contract-kit';
import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from 'react';
import { define, lookUp, type TextValues } from './dictionary.ts';
import { type Label, type Language, sourceLanguages, type Texts } from './labels.ts';
import { hasLanguage, isLoaded, loadLanguage } from './packs.ts';
import { en } from './texts.en.ts';
import { pt } from './texts.pt.ts';

export const KIT = 'kit';
/** Holds the reader's choice on this device. The gateway reads it too: for pages, images and downloads that the browser asks for by itself. */
const COOKIE = 'portal.language';

/** What the page speaks: what was chosen, or English on staff's pages where no pack has their texts. */
let spoken: Language = 'en';
let chosen: Language = 'en';
let forStaff = false;
const listeners = new Set<() => void>();

define('en', KIT, en);
define('pt', KIT, pt);

/** A choice on this device. Over https its cookie is bound to this host by its name; one of an earlier release has the name alone. */
function keptChoice(name: string): string | undefined {
  const cookies = typeof document === 'undefined' ? [] : document.cookie.split('; ');
  const of = (full: string): string | undefined => cookies.find((cookie) => cookie.startsWith(`${full}=`))?.slice(full.length + 1);
  return of(`__Host-${name}`) ?? of(name);
}

/** Keeps a choice on this device for a year. */
function keepChoice(name: string, value: string): void {
  const [prefix, secure] = location.protocol === 'https:' ? ['__Host-', '; secure'] : ['', ''];
  document.cookie = `${prefix}${name}=${value}; path=/; max-age=31536000; samesite=lax${secure}`;
}

/** What the reader chose on this device; undefined before the first choice. */
function chosenLanguage(): Language | undefined {
  const value = keptChoice(COOKIE);
  return value && hasLanguage(value) ? value : undefined;
}

/**
 * Sets the page's language: the reader's choice, else what is given (the browser's language at the first visit), else what the page speaks already.
 * A language whose pack is not loaded is no choice; `prepareLanguage` loads it.
 * @returns the language in force
 */
export function initI18n(language?: string): Language {
  if (keptChoice(LABELS_COOKIE) === 'both') showLabels(true);
  const wanted = chosenLanguage() ?? (language && hasLanguage(language) ? language : spoken);
  apply(isLoaded(wanted) ? wanted : spoken);
  return spoken;
}

/** Loads the pack of the language in which the page will be drawn. Without it, the page is in English. */
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

/** Staff's pages are in English and Portuguese: a reader of another language has them in English. */
export function speakForStaff(staff: boolean): void {
  if (forStaff === staff) return;
  forStaff = staff;
  apply(chosen);
}

/**
 * Changes the language in place (nothing is reloaded, no answer is lost) and keeps the choice on this device for a year. A pack is loaded
 * first; where that fails, the language stays.
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

/** Holds the reader's choice to see every label in both languages. */
const LABELS_COOKIE = 'portal.labels';

let bothLanguages = false;

/** Shows the second language under every label of the public's pages, or hides it again, and keeps the choice on this device for a year. */
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

/** Whether labels are shown in both languages, and the switch. */
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

/** Calls `changed` on each change of the language, before any screen is drawn in it. */
export function onLanguageChange(changed: () => void): void {
  listeners.add(changed);
}

export const currentLanguage = (): Language => spoken;

/** Adds an area's texts under its name. */
export function addTexts(area: string, texts: Record<SourceLanguage, Texts>): void {
  for (const language of sourceLanguages) define(language, area, texts[language]);
}

/** Adds one text of an area. */
export function addText(area: string, key: string, words: Bilingual): void {
  for (const language of sourceLanguages) define(language, area, { [key]: words[language] });
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
export function useLanguage(): { language: Language; other: SourceLanguage; setLanguage: (language: Language) => void } {
  const language = useSyncExternalStore(subscribe, currentLanguage, currentLanguage);
  return useMemo(() => ({ language, other: secondOf(language), setLanguage }), [language]);
}

export type TextFunction = (key: Label, values?: TextValues) => string;

/** Resolves a label in a language: the area's text, else the kit's, else the string itself. */
export function resolveLabel(label: Label, language: Language, area: string, values?: TextValues): string {
  if (typeof label !== 'string') return say(label, language);
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
