import type { CatalogueRecord } from '@portal/contract-kit';

/** The browser's names of countries in a language; nothing where it does not know the language. */
function namesIn(language: string): Intl.DisplayNames | undefined {
  try {
    return new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  } catch {
    return undefined;
  }
}

/** Looked through for every reader: a form is also filled in for somebody else. */
const WIDELY_READ = ['ar', 'de', 'en', 'es', 'fr', 'hi', 'id', 'it', 'ja', 'ko', 'nl', 'pt', 'ru', 'th', 'vi', 'zh', 'zh-Hant'];

const known = new Map<string, Intl.DisplayNames | undefined>();

function nameIn(language: string, code: string): string | undefined {
  if (!known.has(language)) known.set(language, namesIn(language));
  try {
    return known.get(language)?.of(code);
  } catch {
    // A code that no country has.
    return undefined;
  }
}

/** The language that most people of a country speak, as Unicode has it. */
const languageOf = (code: string): string | undefined => {
  try {
    return new Intl.Locale('und', { region: code }).maximize().language;
  } catch {
    return undefined;
  }
};

/**
 * More names of a country, from the browser's own data: in the country's main language, in the languages that the reader's browser prefers, and in
 * widely read ones. None for a record of another catalogue: only countries have `alpha3`.
 */
export function localNames(record: CatalogueRecord, languages: readonly string[] = typeof navigator === 'undefined' ? [] : navigator.languages): string[] {
  if (typeof record.alpha3 !== 'string') return [];
  const own = languageOf(record.code);
  return [...new Set([...(own ? [own] : []), ...languages, ...WIDELY_READ])]
    .map((language) => nameIn(language, record.code))
    .filter((name) => name !== undefined);
}
