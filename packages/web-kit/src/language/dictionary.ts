import { fillText, isSource, localeOf, pluralOf, type SourceLanguage, translation } from '@portal/contract-kit';
import type { Language, Texts } from './labels.ts';

export type TextValues = Record<string, string | number>;

const texts = new Map<string, string>();

const address = (language: SourceLanguage, area: string, key: string): string => `${language}/${area}/${key}`;

/** Adds an area's texts in one source language; a nested text is asked for with dots. What was there before is replaced. */
export function define(language: SourceLanguage, area: string, nested: Texts, path = ''): void {
  for (const [key, value] of Object.entries(nested)) {
    if (typeof value === 'string') texts.set(address(language, area, path + key), value);
    else define(language, area, value, `${path}${key}.`);
  }
}

function find(language: SourceLanguage, area: string, key: string, count: unknown): string | undefined {
  const form = typeof count === 'number' ? texts.get(address(language, area, `${key}_${pluralOf(language, count)}`)) : undefined;
  return form ?? (typeof count === 'number' ? texts.get(address(language, area, `${key}_other`)) : undefined) ?? texts.get(address(language, area, key));
}

/** The translation of an English text. A text with plural forms is translated as a whole, by the form for many. */
function translated(language: Language, area: string, key: string, count: unknown): string | undefined {
  const source = (typeof count === 'number' ? texts.get(address('en', area, `${key}_other`)) : undefined) ?? texts.get(address('en', area, key));
  return source === undefined ? undefined : (translation(language, source, count) ?? find('en', area, key, count));
}

/** A value as a text shows it: a count as numbers are written in the language, such as `2,300`; another number, such as a year, as it is. */
const shown = (language: Language, name: string, value: string | number | undefined): string | number | undefined =>
  name === 'count' && typeof value === 'number' ? new Intl.NumberFormat(localeOf(language)).format(value) : value;

/**
 * A text by its key: of the first area that has it, in the language or, where it has none, in English.
 * With a `count` the form of that number is taken: `rows_one`, `rows_other`. `{{name}}` is filled in from the values.
 */
export function lookUp(language: Language, areas: readonly string[], key: string, values: TextValues = {}): string | undefined {
  for (const spoken of new Set<Language>([language, 'en'])) {
    for (const area of areas) {
      const found = isSource(spoken) ? find(spoken, area, key, values.count) : translated(spoken, area, key, values.count);
      if (found !== undefined) return fillText(found, (name) => shown(spoken, name, values[name]));
    }
  }
  return undefined;
}
