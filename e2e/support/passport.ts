import { formatNamed, type Specimen, specimen, typefaces, zoneLines } from '@portal/web-kit/passport-testing';

/** The holder of the specimen passports. */
export const holder = { number: 'C01X00T47', lastName: 'MUELLER', firstName: 'JUERGEN', birthDate: '1980-03-27', expiryDate: '2031-08-12' };

/** Returns the machine-readable lines of a passport that does not exist. */
export const passportLines = (): string[] =>
  zoneLines(formatNamed('TD3'), {
    code: 'P<',
    issuer: 'D',
    lastName: holder.lastName,
    firstName: holder.firstName,
    number: holder.number,
    nationality: 'D',
    birth: '800327',
    sex: 'M',
    expiry: '310812',
    optional: '',
  });

/** Returns the same lines with a check digit that does not match the expiry date. */
export const withWrongExpiry = (): string[] => {
  const [first = '', second = ''] = passportLines();
  return [first, `${second.slice(0, 27)}${(Number(second[27]) + 1) % 10}${second.slice(28)}`];
};

/** Returns a photo of the passport: slightly turned and blurred, or too blurred to be read. */
export const passportPhoto = (sharp = true, lines = passportLines()): Specimen =>
  specimen(41, typefaces(), { format: 'TD3', lines, taken: { turn: 4, blur: sharp ? 0.04 : 0.9, noise: 4, glare: 0, light: 0.9 } });
