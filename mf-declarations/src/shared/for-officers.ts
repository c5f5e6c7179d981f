import { type Bilingual, L } from '@portal/contract-kit';
import type { FieldSpec, SectionSpec } from '@portal/web-kit/forms';
import { formTexts } from 'svc-declarations/contract';

/**
 * Labels for officers, who read and fill in another person's declaration. They replace labels with "your". The questions and the statement keep the words in
 * which the traveller is asked.
 */
const labels: Readonly<Record<string, Bilingual>> = {
  permitNaration: L('About the permit', 'Acerca da autorização'),
  'contactDetails.name': L('Name of the contact', 'Nome do contacto'),
  'contactDetails.identity': L('Identity document number of the contact', 'Número do documento de identidade do contacto'),
  'contactDetails.phone': L('Telephone of the contact', 'Telefone do contacto'),
};

/** Hints on how something is written. The other hints tell travellers where to find something, so officers do not see them. */
const forEverybody: ReadonlySet<unknown> = new Set([formTexts.dateHint, formTexts.expiryHint, formTexts.phoneHint, formTexts.flightHint]);

const fieldForOfficers = (field: FieldSpec): FieldSpec => ({
  ...field,
  label: labels[field.name] ?? field.label,
  hint: forEverybody.has(field.hint) ? field.hint : undefined,
});

/** Returns the sections of an arrival or departure form with the labels and hints for officers. */
export const sectionsForOfficers = (sections: readonly SectionSpec[]): SectionSpec[] =>
  sections.map((section) => ({ ...section, fields: section.fields?.map(fieldForOfficers) }));
