import type { Language, Texts } from './labels.ts';

export type TextValues = Record<string, string | number>;

const texts = new Map<string, string>();
const plurals = new Map<Language, Intl.PluralRules>();

const address = (language: Language, area: string, key: string): string => `${language}/${area}/${key}`;

/** Adds an area's texts in one language; a nested text is asked for with dots. What was there before is replaced. */
export function define(language: Language, area: string, nested: Texts, path = ''): void {
  for (const [key, value] of Object.entries(nested)) {
    if (typeof value === 'string') texts.set(address(language, area, path + key), value);
    else define(language, area, value, `${path}${key}.`);
  }
}

function formOf(language: Language, count: number): Intl.LDMLPluralRule {
  const rules = plurals.get(language) ?? new Intl.PluralRules(language);
  plurals.set(language, rules);
  return rules.select(count);
}

function find(language: Language, area: string, key: string, count: unknown): string | undefined {
  const form = typeof count === 'number' ? texts.get(address(language, area, `${key}_${formOf(language, count)}`)) : undefined;
  return form ?? (typeof count === 'number' ? texts.get(address(language, area, `${key}_other`)) : undefined) ?? texts.get(address(language, area, key));
}

/**
 * A text by its key: of the first area that has it, in the language or, where it was forgotten, in English.
 * With a `count` the form of that number is taken: `rows_one`, `rows_other`. `{{name}}` is filled in from the values.
 */
export function lookUp(language: Language, areas: readonly string[], key: string, values: TextValues = {}): string | undefined {
  for (const spoken of new Set<Language>([language, 'en'])) {
    for (const area of areas) {
      const found = find(spoken, area, key, values.count);
      if (found !== undefined) return found.replace(/\{\{\s*(\w+)\s*\}\}/g, (hole, name: string) => String(values[name] ?? hole));
    }
  }
  return undefined;
}
