/** The languages in which every text is written in the code. English is the source text of all translations. */
export type SourceLanguage = 'en' | 'pt';
/** A tag of BCP 47: a source language, or one that a language pack brings. */
export type Language = string;

/** A value of a placeholder. A text is shown in the language of the sentence. */
export type TextPart = string | number | Bilingual;

/** A text in both source languages. A composed one also keeps its pattern and parts, so that other languages can order them. */
export interface Bilingual {
  en: string;
  pt: string;
  /** The English text with its `{{placeholders}}`. */
  pattern?: string;
  parts?: Readonly<Record<string, TextPart>>;
  /** The text begins with a small letter: it stands within a sentence. */
  small?: boolean;
}

export const L = (en: string, pt: string): Bilingual => ({ en, pt });
/** A text that is the same in both languages stays as it is. */
export const inBoth = (text: string | Bilingual): Bilingual => (typeof text === 'string' ? L(text, text) : text);

/** The names that come with the portal; a deployment may set others. */
const shippedNames = [L('Customs', 'Alfândega')];
/** The name of an authority as it is set: the one that comes with the portal has translations, one of a deployment stays as it is. */
export const setName = (name: string): Bilingual => shippedNames.find(({ en }) => en === name) ?? inBoth(name);

/** Puts values into the `{{placeholders}}` of a text; one without a value stays. */
export const fillText = (text: string, find: (name: string) => unknown): string =>
  text.replace(/\{\{\s*(\w+)\s*\}\}/g, (hole, placeholder: string) => String(find(placeholder) ?? hole));

/** `sentence('{{field}} must be on one line', '{{field}} deve caber numa só linha', { field: label })`: a text composed of others or of values. */
export function sentence(en: string, pt: string, parts: Readonly<Record<string, TextPart>>): Bilingual {
  const fill = (text: string, language: SourceLanguage) => fillText(text, (name) => (typeof parts[name] === 'object' ? parts[name][language] : parts[name]));
  return { en: fill(en, 'en'), pt: fill(pt, 'pt'), pattern: en, parts };
}

/** The same text as part of a sentence: `change` gives it in the source languages; other languages begin it with a small letter. */
export const within = (text: Bilingual, change: (words: string) => string): Bilingual => ({
  ...text,
  en: change(text.en),
  pt: change(text.pt),
  pattern: text.pattern ?? text.en,
  ...(change(text.en) === text.en ? {} : { small: true }),
});

/** A translation, or one for each plural form of the language (`one`, `few`, `other`, …), chosen by the placeholder `count`. */
export type Translation = string | Partial<Record<Intl.LDMLPluralRule, string>>;

/** A language that is not written in the code. */
export interface LanguagePack {
  /** Tag of BCP 47. */
  tag: string;
  /** The language's own name. */
  name: string;
  direction: 'ltr' | 'rtl';
  /** Who checked the translation; null while nobody has. */
  checked: string | null;
  /** The language whose numbers and plural forms are used, where `Intl` does not know this one. */
  like?: string;
  /** English text to translation. */
  texts: Readonly<Record<string, Translation>>;
  /** English name to translation, for records of catalogues. */
  names?: Readonly<Record<string, Translation>>;
}

interface Languages {
  packs: Map<string, LanguagePack>;
  plurals: Map<string, Intl.PluralRules>;
}
const shared = globalThis as { [key: symbol]: Languages | undefined };
const place = Symbol.for('portal:languages');
// The page and each area have copies of this module; they share the packs.
shared[place] ??= { packs: new Map(), plurals: new Map() };
const { packs, plurals } = shared[place];

/** Makes a language available to `say`. A pack of the same language is replaced. */
export const addPack = (pack: LanguagePack): void => void packs.set(pack.tag, pack);
export const packOf = (language: Language): LanguagePack | undefined => packs.get(language);

export const isSource = (language: Language): language is SourceLanguage => language === 'en' || language === 'pt';
/** The source language that stands for a language: where a text exists in those two only. */
export const sourceOf = (language: Language): SourceLanguage => (language === 'pt' ? 'pt' : 'en');
/** The second language of labels and prints: English, or Portuguese where English comes first. */
export const secondOf = (language: Language): SourceLanguage => (language === 'en' ? 'pt' : 'en');
/** The languages that this process knows, each by its own name. */
export const knownLanguages = (): { tag: Language; name: string }[] => [
  { tag: 'en', name: 'English' },
  { tag: 'pt', name: 'Português' },
  ...[...packs.values()].map(({ tag, name }) => ({ tag, name })),
];
export const directionOf = (language: Language): 'ltr' | 'rtl' => packs.get(language)?.direction ?? 'ltr';

/** The locale for numbers of a language, always with Latin digits. */
export const localeOf = (language: Language): string =>
  language === 'pt' ? 'pt-PT' : language === 'en' ? 'en-GB' : `${packs.get(language)?.like ?? language}-u-nu-latn`;

/** The plural form of a number in a language. */
export function pluralOf(language: Language, count: number): Intl.LDMLPluralRule {
  // Portuguese of Portugal says “0 registos”; that of Brazil, which `pt` means to `Intl`, “0 registro”.
  const rules = plurals.get(language) ?? new Intl.PluralRules(localeOf(language));
  plurals.set(language, rules);
  return rules.select(count);
}

/** The translation of an English text with its placeholders still open; undefined where the language has none. */
export function translation(language: Language, source: string, count?: unknown): string | undefined {
  const pack = packs.get(language);
  const found = pack?.texts[source] ?? pack?.names?.[source];
  if (typeof found !== 'object') return found;
  return (typeof count === 'number' ? found[pluralOf(language, count)] : undefined) ?? found.other;
}

/** A text in a language; in English where the language has no translation of it. */
export function say(text: Bilingual, language: Language): string {
  if (isSource(language)) return text[language] || text.en;
  const { parts } = text;
  const found = translation(language, text.pattern ?? text.en, parts?.count);
  if (found === undefined) return text.en;
  const filled = parts ? fillText(found, (name) => (typeof parts[name] === 'object' ? say(parts[name], language) : parts[name])) : found;
  return text.small ? filled.charAt(0).toLowerCase() + filled.slice(1) : filled;
}
