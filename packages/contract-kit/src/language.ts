/** The languages in which the code contains every text. English is the source text of all translations. */
export type SourceLanguage = 'en' | 'pt';
/** A BCP 47 language tag: of a source language, or of a language that is added by a language pack. */
export type Language = string;

/** A value for a placeholder. A bilingual value is inserted in the language of the sentence. */
export type TextPart = string | number | Bilingual;

/** A text in both source languages. A text composed by `sentence` also keeps its pattern and parts, so that other languages can order the parts. */
export interface Bilingual {
  en: string;
  pt: string;
  /** The English text with its `{{placeholders}}`. */
  pattern?: string;
  parts?: Readonly<Record<string, TextPart>>;
  /** Whether the text begins with a small letter, because it stands within a sentence. */
  small?: boolean;
}

export const L = (en: string, pt: string): Bilingual => ({ en, pt });
/** Returns a text that is the same in both languages. A bilingual text is returned unchanged. */
export const inBoth = (text: string | Bilingual): Bilingual => (typeof text === 'string' ? L(text, text) : text);

/** The default names of authorities that have a translation; a deployment may set other names. */
const shippedNames = [L('Customs', 'Alfândega')];
/** Returns the configured name of an authority in both languages: a default name is translated, and a name set by a deployment is the same in both. */
export const configuredName = (name: string): Bilingual => shippedNames.find(({ en }) => en === name) ?? inBoth(name);

/** Replaces the `{{placeholders}}` of a text with values; a placeholder without a value is kept. */
export const fillText = (text: string, find: (name: string) => unknown): string =>
  text.replace(/\{\{\s*(\w+)\s*\}\}/g, (hole, placeholder: string) => String(find(placeholder) ?? hole));

/** Composes a text from other texts or values: `sentence('{{field}} must be on one line', '{{field}} deve caber numa só linha', { field: label })`. */
export function sentence(en: string, pt: string, parts: Readonly<Record<string, TextPart>>): Bilingual {
  const fill = (text: string, language: SourceLanguage) => fillText(text, (name) => (typeof parts[name] === 'object' ? parts[name][language] : parts[name]));
  return { en: fill(en, 'en'), pt: fill(pt, 'pt'), pattern: en, parts };
}

/**
 * Returns the text in the form that it has inside a sentence: `change` is applied in the source languages; in other languages the text begins with a small
 * letter.
 */
export const insideSentence = (text: Bilingual, change: (words: string) => string): Bilingual => ({
  ...text,
  en: change(text.en),
  pt: change(text.pt),
  pattern: text.pattern ?? text.en,
  ...(change(text.en) === text.en ? {} : { small: true }),
});

/** A translation, or one for each plural form of the language (`one`, `few`, `other`, …); the placeholder `count` selects the form. */
export type Translation = string | Partial<Record<Intl.LDMLPluralRule, string>>;

/** A language whose texts are not in the code. */
export interface LanguagePack {
  /** BCP 47 language tag. */
  tag: string;
  /** The name of the language in that language. */
  name: string;
  direction: 'ltr' | 'rtl';
  /** The person who checked the translation; null if it has not been checked. */
  checked: string | null;
  /** The language whose number formats and plural forms are used, if `Intl` does not support this one. */
  like?: string;
  /** Translations by their English text. */
  texts: Readonly<Record<string, Translation>>;
  /** Translations of the names of catalogue records, by their English name. */
  names?: Readonly<Record<string, Translation>>;
}

interface Languages {
  packs: Map<string, LanguagePack>;
  plurals: Map<string, Intl.PluralRules>;
}
const shared = globalThis as { [key: symbol]: Languages | undefined };
const place = Symbol.for('portal:languages');
// The page and each area have their own copy of this module, but they share the language packs.
shared[place] ??= { packs: new Map(), plurals: new Map() };
const { packs, plurals } = shared[place];

/** Makes a language available to `say`. Replaces an earlier pack of the same language. */
export const addPack = (pack: LanguagePack): void => void packs.set(pack.tag, pack);
export const packOf = (language: Language): LanguagePack | undefined => packs.get(language);

export const isSource = (language: Language): language is SourceLanguage => language === 'en' || language === 'pt';
/** Returns the source language to use for a language where a text exists only in the source languages. */
export const sourceOf = (language: Language): SourceLanguage => (language === 'pt' ? 'pt' : 'en');
/** Returns the second language of labels and prints: English, or Portuguese if the first language is English. */
export const secondOf = (language: Language): SourceLanguage => (language === 'en' ? 'pt' : 'en');
/** Returns the languages that this process can show, each named in its own language. */
export const knownLanguages = (): { tag: Language; name: string }[] => [
  { tag: 'en', name: 'English' },
  { tag: 'pt', name: 'Português' },
  ...[...packs.values()].map(({ tag, name }) => ({ tag, name })),
];
export const directionOf = (language: Language): 'ltr' | 'rtl' => packs.get(language)?.direction ?? 'ltr';

/** Returns the locale for the numbers of a language, always with Latin digits. */
export const localeOf = (language: Language): string =>
  language === 'pt' ? 'pt-PT' : language === 'en' ? 'en-GB' : `${packs.get(language)?.like ?? language}-u-nu-latn`;

/** Returns the plural form of a number in a language. */
export function pluralOf(language: Language, count: number): Intl.LDMLPluralRule {
  // European Portuguese uses the plural for zero, “0 registos”; Brazilian Portuguese, which `Intl` uses for `pt`, the singular “0 registro”.
  const rules = plurals.get(language) ?? new Intl.PluralRules(localeOf(language));
  plurals.set(language, rules);
  return rules.select(count);
}

/** Returns the translation of an English text, with its placeholders still open; undefined if the language has no translation of the text. */
export function translation(language: Language, source: string, count?: unknown): string | undefined {
  const pack = packs.get(language);
  const found = pack?.texts[source] ?? pack?.names?.[source];
  if (typeof found !== 'object') return found;
  return (typeof count === 'number' ? found[pluralOf(language, count)] : undefined) ?? found.other;
}

/** Returns a text in a language, or in English if the language has no translation of the text. */
export function say(text: Bilingual, language: Language): string {
  if (isSource(language)) return text[language] || text.en;
  const { parts } = text;
  const found = translation(language, text.pattern ?? text.en, parts?.count);
  if (found === undefined) return text.en;
  const filled = parts ? fillText(found, (name) => (typeof parts[name] === 'object' ? say(parts[name], language) : parts[name])) : found;
  return text.small ? filled.charAt(0).toLowerCase() + filled.slice(1) : filled;
}
