/** A traveller who stays at home: chosen on the form, and declared as a home of family whose contact is the traveller. */
import { OWN_HOME } from './codes.ts';

interface Stay {
  accommodationType?: string;
  contactDetails?: { name?: string; identity?: string; phone?: string };
  travellerCode?: string;
  firstName?: string;
  lastName?: string;
  phoneNumber?: string;
}

const bare = (identity: string | undefined): string => (identity ?? '').replace(/[\s-]/g, '').toUpperCase();

/** Whether a declaration names the traveller as contact where the traveller stays. */
export const isOwnHome = ({ accommodationType, contactDetails, travellerCode }: Stay): boolean =>
  accommodationType === 'FFA' && bare(travellerCode) !== '' && bare(contactDetails?.identity) === bare(travellerCode);

/** The answers as the contract has them: the form's choice "own home" as a home of family with the traveller as contact. */
export function withOwnHome<Answers extends object>(answers: Answers): Answers {
  const { accommodationType, firstName, lastName, travellerCode, phoneNumber } = answers as Stay;
  if (accommodationType !== OWN_HOME) return answers;
  const name = [firstName, lastName].filter(Boolean).join(' ').slice(0, 70);
  return { ...answers, accommodationType: 'FFA', contactDetails: { name, identity: travellerCode, phone: phoneNumber } };
}

/** A declaration as the form shows it: the reverse of `withOwnHome`. */
export const asOwnHome = <Answers extends object>(answers: Answers): Answers =>
  isOwnHome(answers as Stay) ? { ...answers, accommodationType: OWN_HOME, contactDetails: {} } : answers;
