import { fillText, isSource, localeOf, pluralOf, type SourceLanguage, translation } from '@portal/contract-kit';
import type { Language, Texts } from './labels.ts';

export type TextValues = Record<string, string | number>;

const texts = new Map<string, string>();

const address = (language: SourceLanguage, area: string, key: string): string => `${language}/${area}/${key}`;

/** Adds an area's texts in one source language. A nested text has a key with dots. A text that already exists is replaced. */
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

/** Returns the translation of an English text. A text with plural forms is translated as a whole, with its `_other` form as the source. */
function translated(language: Language, area: string, key: string, count: unknown): string | undefined {
  const source = (typeof count === 'number' ? texts.get(address('en', area, `${key}_other`)) : undefined) ?? texts.get(address('en', area, key));
  return source === undefined ? undefined : (translation(language, source, count) ?? find('en', area, key, count));
}

/** Formats a value for a text: a count as numbers are written in the language, such as `2,300`; any other number, such as a year, unchanged. */
const shown = (language: Language, name: string, value: string | number | undefined): string | number | undefined =>
  name === 'count' && typeof value === 'number' ? new Intl.NumberFormat(localeOf(language)).format(value) : value;

/**
 * Looks up a text by its key, in the first area that has it. Falls back to English if the language has no such text. With a `count`, the plural form for that
 * number is used: `rows_one`, `rows_other`. `{{name}}` is filled in from the values.
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
