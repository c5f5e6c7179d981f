import type { PassportFields } from '@portal/web-kit/forms';

/** Fields of both declarations that hold the data of a passport. */
export const passportFields: PassportFields = {
  number: 'travellerCode',
  nationality: 'nationalityCode',
  expiryDate: 'expiryDate',
  firstName: 'firstName',
  lastName: 'lastName',
  birthDate: 'birthDate',
  sex: 'gender',
};
