import { type Bilingual, L } from '@portal/contract-kit';
import type { FieldSpec, SectionSpec } from '@portal/web-kit/forms';
import { formTexts } from 'svc-declarations/contract';

/** Labels for officers, who read and fill in another person's declaration, where the form says "your". What the traveller is asked, and states, stays in the traveller's words. */
const labels: Readonly<Record<string, Bilingual>> = {
  permitNaration: L('About the permit', 'Acerca da autorização'),
  'contactDetails.name': L('Name of the contact', 'Nome do contacto'),
  'contactDetails.identity': L('Identity document number of the contact', 'Número do documento de identidade do contacto'),
  'contactDetails.phone': L('Telephone of the contact', 'Telefone do contacto'),
};

/** Hints that say how something is written. The others tell travellers where they find it. */
const forEverybody: ReadonlySet<unknown> = new Set([formTexts.dateHint, formTexts.expiryHint, formTexts.phoneHint, formTexts.flightHint]);

const fieldForOfficers = (field: FieldSpec): FieldSpec => ({
  ...field,
  label: labels[field.name] ?? field.label,
  hint: forEverybody.has(field.hint) ? field.hint : undefined,
});

/** The sections of the form of an arrival or departure as officers read them. */
export const sectionsForOfficers = (sections: readonly SectionSpec[]): SectionSpec[] =>
  sections.map((section) => ({ ...section, fields: section.fields?.map(fieldForOfficers) }));
