import { OWN_HOME } from 'svc-declarations/contract';
import type { Proposal } from '../shared/proposals.ts';

type Stay = { arrivalDate?: unknown; stayLength?: unknown; departureDate?: unknown };

const dayMs = 86_400_000;

/** Returns the day of departure that follows from the day of arrival and the length of the stay; undefined while one of the two is missing. */
export function departureAfter({ arrivalDate, stayLength }: Stay): string | undefined {
  if (stayLength === undefined || stayLength === null || stayLength === '') return undefined;
  const departure = new Date(Date.parse(String(arrivalDate)) + Number(stayLength) * dayMs);
  return Number.isNaN(departure.getTime()) ? undefined : departure.toISOString().slice(0, 10);
}

interface Accommodation {
  accommodationType?: string;
  accommodationName?: string;
  addressDetails?: { village?: string; subVillage?: string };
}

/** Returns the address of the traveller during the stay: the hotel, or the hamlet and village of a home. */
export function addressOf({ accommodationType, accommodationName, addressDetails }: Accommodation): string | undefined {
  if (accommodationType === 'HTL') return accommodationName?.slice(0, 70);
  if (accommodationType !== 'FFA' && accommodationType !== OWN_HOME) return undefined;
  return [addressDetails?.subVillage, addressDetails?.village].filter(Boolean).join(', ').slice(0, 70);
}

/** Proposes the nationality as the country of birth, because most people are born in the country of their nationality. */
export const birthProposal: Proposal = {
  field: 'birthNationalityCode',
  from: ['nationalityCode'],
  value: ({ nationalityCode }: { nationalityCode?: string }) => nationalityCode,
  nameField: 'birthNationalityName',
};

/** Answers of an arrival that follow from other answers. */
export const arrivalProposals: readonly Proposal[] = [
  { field: 'departureDate', from: ['arrivalDate', 'stayLength'], value: departureAfter },
  { field: 'address', from: ['accommodationType', 'accommodationName', 'addressDetails'], value: addressOf },
  birthProposal,
];
