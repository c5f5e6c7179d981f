import type { FieldMaker, FieldSpec } from '@portal/web-kit/forms';
import { shared } from './texts.ts';

/** Arrivals and departures have the same questions about the passport. */
export const passportFields = (field: FieldMaker): FieldSpec[] => [
  field('travellerCode', { width: 20 }),
  field('nationalityCode', { autoComplete: 'country' }),
  field('expiryDate', { hint: shared.expiryHint }),
];

/** Arrivals and departures have the same questions about the person. */
export const personFields = (field: FieldMaker): FieldSpec[] => [
  field('firstName', { hint: shared.nameHint, autoComplete: 'given-name' }),
  field('lastName', { hint: shared.nameHint, autoComplete: 'family-name' }),
  field('birthDate', { hint: shared.dateHint, autoComplete: 'bday' }),
  field('gender'),
  field('occupation', { autoComplete: 'organization-title' }),
];
