import type { PassportFields } from '@portal/web-kit/forms';

/** Where both declarations keep what a passport says. */
export const passportFields: PassportFields = {
  number: 'travellerCode',
  nationality: 'nationalityCode',
  expiryDate: 'expiryDate',
  firstName: 'firstName',
  lastName: 'lastName',
  birthDate: 'birthDate',
  sex: 'gender',
};
