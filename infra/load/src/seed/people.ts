import known from './countries.json' with { type: 'json' };
import lists from './lists.json' with { type: 'json' };
import type { Random } from './random.ts';

export interface Person {
  firstName: string;
  lastName: string;
  gender: 'F' | 'M';
  nationalityCode: string;
  passport: string;
  birthDate: string;
  phoneNumber: string;
  emailAddress: string;
  occupation: string;
}

interface Country {
  weight: number;
  women: string;
  men: string;
  families: string;
  /** The format of passport numbers: `A` stands for a letter, `9` for a digit. */
  passport: string;
  phone: string;
}

/** The countries from which people travel, weighted roughly by the number of travellers. */
const countries: Record<string, Country> = known;
const weights = Object.entries(countries).map(([code, { weight }]) => [code, weight] as const);
const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ';

/** Returns a name without accents and spaces, for an e-mail address. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase();

/** Returns a made-up person from the given country, or from a random one. */
export function aPerson(random: Random, nationality?: string): Person {
  const nationalityCode = nationality ?? random.weighted(weights);
  const country = countries[nationalityCode] as Country;
  const gender = random.chance(0.47) ? 'F' : 'M';
  const firstName = random.pick((gender === 'F' ? country.women : country.men).split(' '));
  const lastName = random.pick(country.families.split('|'));
  const year =
    2026 -
    random.weighted([
      [random.between(2, 17), 1],
      [random.between(18, 44), 6],
      [random.between(45, 82), 3],
    ]);
  return {
    firstName,
    lastName,
    gender,
    nationalityCode,
    passport: country.passport.replace(/A/g, () => random.text(1, letters)).replace(/9/g, () => random.text(1)),
    birthDate: `${year}-${String(random.between(1, 12)).padStart(2, '0')}-${String(random.between(1, 28)).padStart(2, '0')}`,
    phoneNumber: `${country.phone}${random.text(6)}`,
    emailAddress: `${plain(firstName)}.${plain(lastName)}${random.below(100)}@example.org`,
    occupation: random.pick(lists.occupations),
  };
}
