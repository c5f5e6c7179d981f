import type { CatalogueRecord } from '@portal/contract-kit';

/** Returns the browser's names of countries in a language, or undefined if it does not know the language. */
function namesIn(language: string): Intl.DisplayNames | undefined {
  try {
    return new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  } catch {
    return undefined;
  }
}

/** Languages whose country names are searched for every user, because a form is also filled in on behalf of somebody else. */
const WIDELY_READ = ['ar', 'de', 'en', 'es', 'fr', 'hi', 'id', 'it', 'ja', 'ko', 'nl', 'pt', 'ru', 'th', 'vi', 'zh', 'zh-Hant'];

const known = new Map<string, Intl.DisplayNames | undefined>();

function nameIn(language: string, code: string): string | undefined {
  if (!known.has(language)) known.set(language, namesIn(language));
  try {
    return known.get(language)?.of(code);
  } catch {
    // The code belongs to no country.
    return undefined;
  }
}

/** Returns the language that most people in a country speak, according to Unicode (CLDR likely subtags). */
const languageOf = (code: string): string | undefined => {
  try {
    return new Intl.Locale('und', { region: code }).maximize().language;
  } catch {
    return undefined;
  }
};

/**
 * Returns further names of a country from the browser's own data: in the country's main language, in the languages that the user's browser prefers, and in
 * widely read languages. Returns none for records of other catalogues: only countries have `alpha3`.
 */
export function localNames(record: CatalogueRecord, languages: readonly string[] = typeof navigator === 'undefined' ? [] : navigator.languages): string[] {
  if (typeof record.alpha3 !== 'string') return [];
  const own = languageOf(record.code);
  return [...new Set([...(own ? [own] : []), ...languages, ...WIDELY_READ])]
    .map((language) => nameIn(language, record.code))
    .filter((name) => name !== undefined);
}
