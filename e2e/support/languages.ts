import { readdirSync, readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { sourceNames } from '../../infra/dev/lib/languages/source-names.mjs';
import { sourceTexts } from '../../infra/dev/lib/languages/source-texts.mjs';
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts';

type Translations = Record<string, string | Record<string, string>>;

const packs = new URL('../../packages/service-kit/src/languages/packs/', import.meta.url);
const readJson = (path: string) => JSON.parse(readFileSync(new URL(path, packs), 'utf8'));

/** A language of the portal, with the data that a journey through its screens needs. */
export interface Language {
  tag: string;
  /** The name in the language itself, as shown in the list of languages. */
  name: string;
  direction: 'ltr' | 'rtl';
  /** Whether the translation is unchecked; the footer of each page then says so. */
  unchecked: boolean;
  /** Returns the text on the page for an English text or its beginning. */
  say(english: string): string;
  /** English texts whose translation in this language is different. */
  foreign: ReadonlySet<string>;
}

/** Returns the beginning of a text up to its first placeholder, whose value is not known in advance. */
const upToValue = (text: string): string => text.split('{{', 1)[0] ?? '';

function languageOf(tag: string, name: string, direction: Language['direction'], unchecked: boolean, translations: Translations): Language {
  const english = Object.keys(translations).sort((a, b) => a.length - b.length);
  return {
    tag,
    name,
    direction,
    unchecked,
    say: (text) => {
      const translation = translations[translations[text] === undefined ? (english.find((each) => each.startsWith(text)) ?? text) : text] ?? text;
      return typeof translation === 'string' ? upToValue(translation) : text;
    },
    foreign: new Set(english.filter((text) => translations[text] !== text && /\p{L}{3}/u.test(text))),
  };
}

const inCode = [...sourceNames(), ...sourceTexts()];
const countries = (locale: string) => {
  const [own, english] = [locale, 'en'].map((each) => new Intl.DisplayNames(each, { type: 'region' }));
  return Object.fromEntries(['PT', 'TL', 'ID'].map((code) => [english?.of(code) ?? code, own?.of(code) ?? code]));
};

/** All languages of the portal: those in the code, then the language packs. */
export const languages: readonly Language[] = [
  languageOf('en', 'English', 'ltr', false, {}),
  languageOf('pt', 'Português', 'ltr', false, {
    ...countries('pt-PT'),
    ...Object.fromEntries(inCode.map(({ source, portuguese }) => [source, portuguese[0] ?? source])),
  }),
  ...readdirSync(packs).map((tag) => {
    const { name, direction, checked } = readJson(`${tag}/pack.json`);
    const translations = { ...readJson(`${tag}/countries.json`), ...readJson(`${tag}/catalogues.json`), ...readJson(`${tag}/texts.json`) };
    return languageOf(tag, name, direction, checked === null, translations);
  }),
];

/** Words that exist in English, but in none of the other languages with Latin letters. */
const englishWord = /(?<![\p{L}/.@-])(the|your|and|with|from|this|is|are|was|not|you|of|please|enter|yes|which|have|has|where|when|how|what)(?![\p{L}/.@-])/iu;
/** Text that stays in Latin letters in every language: codes, units, addresses and names. */
const sameEverywhere = /\b(QR|PDF|PNG|JPE?G|BMP|HEIC|USD|MB|kB|GB|A4|IATA|ICAO|SMS|Wi-Fi|Google|Apple|JSON|CSV|ID|Wallet|e-?mail|Single Window)\b/g;

interface Shown {
  text: string;
  /** The language of the element, as stated by its nearest `lang` attribute. */
  lang: string;
}

/** Returns everything that the page shows or that screen readers read: texts, accessible names, placeholders and the title. */
const shownBy = (page: Page): Promise<Shown[]> =>
  page.evaluate(() => {
    const shown: { text: string; lang: string }[] = [{ text: document.title, lang: document.documentElement.lang }];
    const isHidden = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).display === 'none' || isHidden(element.parentElement));
    const add = (element: Element, text: string | null) => {
      const said = text?.replace(/\s+/g, ' ').trim();
      if (said && !element.closest('noscript') && !isHidden(element)) shown.push({ text: said, lang: element.closest('[lang]')?.getAttribute('lang') ?? '' });
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node.parentElement) add(node.parentElement, node.textContent);
    for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'aria-description'])
      for (const element of document.querySelectorAll(`[${name}]`)) add(element, element.getAttribute(name));
    return shown;
  });

/** The note on the translation is also shown in English, and the list of languages contains the name of each language. */
const inTheirOwnLanguage = [
  'Nobody has checked this translation yet. Where it is unclear, the English text counts.',
  ...languages.map(({ name }) => name),
  ...languages.map(({ tag }) => tag.slice(0, 2).toUpperCase()),
];

/**
 * Expects that the page is completely in this language: `lang` and `dir`, no English text, no axe violation, no horizontal scrolling on a narrow phone.
 * @param names typed text, and names that are the same in every language
 * @param options.accessible whether the page is checked with axe too
 */
export async function expectLanguage(
  page: Page,
  { tag, direction, unchecked, foreign }: Language,
  names: readonly string[],
  { accessible = true } = {},
): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', tag);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).direction)).toBe(direction);
  const script = new Intl.Locale(tag).maximize().script;
  /** Returns the texts in another language, and the English texts that are marked as being in this language. */
  const wrongIn = (shown: readonly Shown[]): { others: string[]; left: string[] } => {
    const own = shown.filter(({ lang }) => lang === tag).map(({ text }) => text);
    const left = own.filter((shown) => {
      const text = shown.replace(/ – Single Window$/, '');
      const rest = names.reduce((others, name) => others.replaceAll(name, ''), text.replace(sameEverywhere, ''));
      if (foreign.has(text) && !names.includes(text)) return true;
      return script === 'Latn' ? englishWord.test(rest) : /(?<![\p{L}@./-])\p{Ll}{3,}(?![@./])/u.test(rest.replace(/\S+@\S+/g, ''));
    });
    return {
      others: shown.filter(({ lang, text }) => lang !== tag && !inTheirOwnLanguage.includes(text)).map(({ text }) => text),
      left: tag === 'en' ? [] : left,
    };
  };
  let shown = await shownBy(page);
  // Texts from the service appear after the page, on a busy machine many seconds after it, so the check is repeated.
  for (let tries = 0; tries < 180; tries += 1) {
    const { others, left } = wrongIn(shown);
    if (shown.length > 10 && others.length + left.length === 0) break;
    await page.waitForTimeout(250);
    shown = await shownBy(page);
  }
  expect(shown.length).toBeGreaterThan(10);
  const { others: inAnother, left } = wrongIn(shown);
  expect.soft(inAnother, `texts in another language at ${new URL(page.url()).pathname}`).toEqual([]);
  expect.soft(left, `English texts at ${new URL(page.url()).pathname}`).toEqual([]);
  if (unchecked) expect(shown.filter(({ lang }) => lang !== tag).map(({ text }) => text)).toContain(inTheirOwnLanguage[0]);
  if (accessible) await expectAccessible(page);
  await expectNoSidewaysScroll(page, 360);
}
