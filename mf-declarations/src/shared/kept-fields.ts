import { type FieldValues, fillIn, type UseFormReturn, valuesToKeep } from '@portal/web-kit/forms';
import type { DeclarationKind } from './declaration.api.ts';

/**
 * Fields of a declaration that a traveller may store for the next trip: who travels, how to reach the person, and where the person stays.
 * Dates of the journey, goods, money, answers and signatures are given anew for each trip.
 */
const keptFields: readonly string[] = [
  'title',
  'firstName',
  'lastName',
  'gender',
  'genderName',
  'birthDate',
  'birthCityName',
  'birthNationalityCode',
  'birthNationalityName',
  'occupation',
  'travellerCode',
  'nationalityCode',
  'nationalityName',
  'expiryDate',
  'emailAddress',
  'phoneNumber',
  'typeDetails',
  'originCode',
  'originName',
  'destinationCode',
  'destinationName',
  'stayLength',
  'permitReference',
  'permitExpiry',
  'permitNaration',
  'accommodationType',
  'accommodationName',
  'contactDetails',
  'addressDetails',
  'address',
  'organisedBy',
  'fundedBy',
  'sponsorDetails',
  'numberOfBaggages',
];

/** Fields that describe how and why the person travelled last. An arrival and a departure use them for opposite journeys. */
const journeyFields: readonly string[] = ['flightDetails', 'flightCode', 'embarkationPortCode', 'embarkationPortName', 'flightNumber', 'reason', 'reasonName'];

const journeyOf = (prefix: unknown): string => `journey${prefix}`;

/** Returns what a traveller may store of a declaration for the next trip. The journey is stored by the kind of declaration. */
export const detailsToKeep = (declaration: Record<string, unknown>): Record<string, unknown> => ({
  ...valuesToKeep(declaration, keptFields),
  [journeyOf(declaration.documentCode)]: valuesToKeep(declaration, journeyFields),
});

/** Fills a form in from stored details, or from an earlier declaration. The journey comes only from a declaration of the same kind. */
export function fillFromKept<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  kept: Record<string, unknown>,
  { referencePrefix }: DeclarationKind,
): void {
  fillIn(form, kept, keptFields);
  const journey = kept[journeyOf(referencePrefix)] ?? (kept.documentCode === referencePrefix ? kept : {});
  fillIn(form, journey as Record<string, unknown>, journeyFields);
}
