import type { CatalogueRecord } from '@portal/contract-kit';
import type { Language } from '../../language/labels.ts';

/** The templates for a requirement: those of its code or of the end of it, as `DIPLOMA` of `MEDIB-DIPLOMA`, and those for no requirement. In order. */
export const templatesFor = (templates: readonly CatalogueRecord[], requirement: string): CatalogueRecord[] =>
  templates
    .filter(({ requirementCode: code }) => !code || !requirement || requirement === code || requirement.endsWith(`-${code}`))
    .toSorted((a, b) => Number(a.rank ?? 0) - Number(b.rank ?? 0));

/** The requirement that a template is about; empty where it is about none of these. */
export function requirementOf(template: CatalogueRecord | undefined, requirements: readonly { id?: string }[]): string {
  const code = template?.requirementCode;
  return requirements.find(({ id = '' }) => Boolean(code) && (id === code || id.endsWith(`-${code}`)))?.id ?? '';
}

/** What a template says. */
export const textOf = (template: CatalogueRecord, language: Language): string =>
  String((language === 'pt' ? template.text_pt : undefined) || template.text || '');
