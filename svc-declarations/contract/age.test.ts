import { ageOn } from './age.ts';

it.each<[string, string | undefined, string | undefined, number | undefined]>([
  ['on the day before the birthday', '1990-05-17', '2026-05-16', 35],
  ['on the birthday', '1990-05-17', '2026-05-17', 36],
  ['on the day of birth', '2026-05-17', '2026-05-17', 0],
  ['of somebody born on 29 February, on 28 February', '2008-02-29', '2026-02-28', 17],
  ['of somebody born on 29 February, on 1 March', '2008-02-29', '2026-03-01', 18],
  ['without a date of birth', undefined, '2026-05-17', undefined],
  ['without a day', '1990-05-17', '', undefined],
  ['of somebody born on a day that does not exist', '1990-02-30', '2026-05-17', undefined],
])('the age %s', (_when, birthDate, day, age) => expect(ageOn(birthDate, day)).toBe(age));
