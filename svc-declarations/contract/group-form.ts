/** Which answers of a declaration are each person's own, and which the persons of a group share. */

/** The fields that identify the traveller. A departure form can also copy them from an arrival. */
export const identityFields = [
  'travellerCode',
  'nationalityCode',
  'nationalityName',
  'expiryDate',
  'firstName',
  'lastName',
  'birthDate',
  'gender',
  'genderName',
  'occupation',
];
const money = ['currencyStatus', 'currencyAmount', 'currencyCode'];

/** The fields that each person of a group answers. Journey, stay, address and contact are typed once for the group. */
export const ownFields = {
  arrival: [
    ...identityFields,
    'title',
    'birthCityName',
    'birthNationalityCode',
    'birthNationalityName',
    'typeDetails',
    'destinationVisa',
    'permitReference',
    'permitExpiry',
    'permitNaration',
    'declarations',
    'declarationsConfirmed',
    'numberOfBaggages',
    'hasMerchandise',
    'goods',
    'questions',
    'questionsConfirmed',
    ...money,
  ],
  departure: [...identityFields, ...money, 'questions', 'goods'],
} as const satisfies Record<'arrival' | 'departure', readonly string[]>;
