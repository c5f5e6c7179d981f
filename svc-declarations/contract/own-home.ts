/** Travellers who stay at home: the form has a choice for it, and the contract stores a home of family whose contact is the traveller. */
import { fullName } from '@portal/contract-kit';
import { OWN_HOME } from './codes.ts';

interface Stay {
  accommodationType?: string;
  contactDetails?: { name?: string; identity?: string; phone?: string };
  travellerCode?: string;
  firstName?: string;
  lastName?: string;
  phoneNumber?: string;
}

/** Returns an identifier without spaces and hyphens. Answers may not have been checked yet, so it need not be a text. */
const bare = (identity: unknown): string => (typeof identity === 'string' ? identity.replace(/[\s-]/g, '').toUpperCase() : '');

/** Whether a declaration names the traveller as the contact at the place of stay. */
export const isOwnHome = ({ accommodationType, contactDetails, travellerCode }: Stay): boolean =>
  accommodationType === 'FFA' && bare(travellerCode) !== '' && bare(contactDetails?.identity) === bare(travellerCode);

/** Converts answers of the form to the contract: replaces the choice "own home" with a home of family whose contact is the traveller. */
export function ownHomeToContract<Answers extends object>(answers: Answers): Answers {
  const { accommodationType, firstName, lastName, travellerCode, phoneNumber } = answers as Stay;
  if (accommodationType !== OWN_HOME) return answers;
  const name = fullName({ firstName, lastName }).slice(0, 70);
  return { ...answers, accommodationType: 'FFA', contactDetails: { name, identity: travellerCode, phone: phoneNumber } };
}

/** Converts a declaration for the form: the reverse of `withOwnHome`. */
export const ownHomeToForm = <Answers extends object>(answers: Answers): Answers =>
  isOwnHome(answers as Stay) ? { ...answers, accommodationType: OWN_HOME, contactDetails: {} } : answers;
