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
  /** `A` stands for a letter, `9` for a figure. */
  passport: string;
  phone: string;
}

/** Who travels to the country, roughly as often as they do. */
const countries: Record<string, Country> = {
  TL: {
    weight: 30,
    women: 'Filomena Domingas Rosária Lígia Mafalda Olímpia Teresinha Júlia Maria Angelina',
    men: 'José Domingos Mateus Celestino Agostinho Abílio Tomé Júlio Caetano Estêvão',
    families: 'da Costa|Soares|Ximenes|Guterres|dos Santos|Belo|Amaral|Araújo|Conceição|do Rosário|Magalhães',
    passport: 'A9999999',
    phone: '+670 77',
  },
  ID: {
    weight: 20,
    women: 'Siti Dewi Putri Ayu Ratna Wulan Indah',
    men: 'Budi Agus Wayan Made Hendra Rizky Yohanes',
    families: 'Wijaya|Santoso|Hutagalung|Nainggolan|Pratama|Bria|Seran|Manek',
    passport: 'A9999999',
    phone: '+62 812',
  },
  AU: {
    weight: 11,
    women: 'Olivia Charlotte Zoë Siân Emily Grace',
    men: 'Jack Liam Noah Ethan Cooper Hamish',
    families: "O'Brien|Smith|Nguyen|Williams|McKenzie|Taylor",
    passport: 'AA9999999',
    phone: '+61 4',
  },
  PT: {
    weight: 9,
    women: 'Inês Mariana Leonor Beatriz Conceição Graça',
    men: 'João António Luís Tomás Gonçalo Simão',
    families: 'Gonçalves|Simões|Magalhães|Araújo|Falcão|Brandão|Rosário|Lourenço',
    passport: 'AA999999',
    phone: '+351 91',
  },
  CN: { weight: 8, women: 'Xiuying Yan Fang Lihua', men: 'Wei Jun Lei Guoqiang', families: 'Wang|Li|Zhang|Lü|Chen', passport: 'EA9999999', phone: '+86 138' },
  PH: {
    weight: 5,
    women: 'Maricel Josefina Luzviminda Peña',
    men: 'Joselito Rodrigo Niño Ramón',
    families: 'Dela Cruz|Peñaflor|Ibáñez|Bautista|Muñoz',
    passport: 'P9999999A',
    phone: '+63 917',
  },
  BR: {
    weight: 3,
    women: 'Antônia Conceição Luíza Thaís',
    men: 'Antônio Fábio Otávio Márcio',
    families: 'Assunção|Guimarães|Barbosa|Leão',
    passport: 'AA999999',
    phone: '+55 11',
  },
  SG: { weight: 3, women: 'Mei Ling Aisyah Priya', men: 'Wei Jie Ravi Faisal', families: 'Tan|Lim|Nair|bin Ismail', passport: 'K9999999A', phone: '+65 9' },
  MY: { weight: 2, women: 'Nurul Siew Kavitha', men: 'Ahmad Chee Arjun', families: 'binti Abdullah|Wong|Subramaniam', passport: 'A99999999', phone: '+60 12' },
  JP: { weight: 2, women: 'Yūko Haruka Naomi', men: 'Kenji Shōta Ryō', families: 'Satō|Itō|Ōno|Yamamoto', passport: 'AA9999999', phone: '+81 90' },
  KR: { weight: 2, women: 'Ji-woo Seo-yeon', men: 'Min-jun Do-yun', families: 'Kim|Lee|Park', passport: 'M99999999', phone: '+82 10' },
  FR: { weight: 1, women: 'Hélène Zoé Agnès', men: 'François Gaël Jérôme', families: 'Lefèvre|Gauthier|Béranger', passport: '99AA99999', phone: '+33 6' },
  ES: { weight: 1, women: 'Begoña María Núria', men: 'Íñigo José Iván', families: 'Núñez|García|Ibáñez', passport: 'AAA999999', phone: '+34 6' },
  DE: { weight: 1, women: 'Käthe Jördis Anne', men: 'Jürgen Björn Lukas', families: 'Müller|Schröder|Weiß', passport: 'C99AA99AA', phone: '+49 151' },
  CU: { weight: 1, women: 'Yamilé Odalys', men: 'Raúl Andrés', families: 'Hernández|Pérez|Rodríguez', passport: 'A999999', phone: '+53 5' },
  NZ: { weight: 1, women: 'Aroha Mārama', men: 'Tāne Wiremu', families: 'Ngata|Tūhoe|Wilson', passport: 'AA999999', phone: '+64 21' },
  VN: { weight: 1, women: 'Thị Hương Ngọc Ánh', men: 'Văn Dũng Minh Đức', families: 'Nguyễn|Trần|Phạm', passport: 'A9999999', phone: '+84 90' },
};

const weights = Object.entries(countries).map(([code, { weight }]) => [code, weight] as const);
const occupations = ['Nurse', 'Teacher', 'Engineer', 'Farmer', 'Student', 'Trader', 'Driver', 'Civil servant', 'Fisher', 'Consultant', 'Cook', 'Retired'];
const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ';

/** Without accents and blanks, for an address of e-mail. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase();

/** A person of the country given, or of any. */
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
    occupation: random.pick(occupations),
  };
}
