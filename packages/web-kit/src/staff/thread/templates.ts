import type { CatalogueRecord } from '@portal/contract-kit';
import type { Language } from '../../language/labels.ts';

/**
 * Returns the templates for a requirement, sorted by rank: those for its code or the end of its code (`DIPLOMA` for `MEDIB-DIPLOMA`), and those for no
 * particular requirement.
 */
export const templatesFor = (templates: readonly CatalogueRecord[], requirement: string): CatalogueRecord[] =>
  templates
    .filter(({ requirementCode: code }) => !code || !requirement || requirement === code || requirement.endsWith(`-${code}`))
    .toSorted((a, b) => Number(a.rank ?? 0) - Number(b.rank ?? 0));

/** Returns the id of the requirement that a template is about; an empty text if it is about none of them. */
export function requirementOf(template: CatalogueRecord | undefined, requirements: readonly { id?: string }[]): string {
  const code = template?.requirementCode;
  return requirements.find(({ id = '' }) => Boolean(code) && (id === code || id.endsWith(`-${code}`)))?.id ?? '';
}

/** Returns the text of a template. */
export const textOf = (template: CatalogueRecord, language: Language): string =>
  String((language === 'pt' ? template.text_pt : undefined) || template.text || '');
