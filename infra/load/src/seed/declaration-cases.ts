import { aDeparture, anArrival } from 'svc-declarations/testing';
import { arrivals } from '../calls.ts';
import { type Case, day, dayOf, hour, minute, oneOf, type Step, staff } from './case.ts';
import { aPerson, type Person } from './people.ts';
import type { Random } from './random.ts';

export const departures = '/api/declarations/v1/departure/declaration';

const flightsIn = ['QG500', 'TL512', 'TL514', 'QF1991', '8G102', '8G202', 'OD310', 'ID7621', 'MF8671'];
const flightsOut = ['QG501', 'TL513', 'TL515', 'QF1990', '8G101', '8G201', 'OD311', 'ID7620', 'MF8672'];
const landPosts = ['BTG', 'BTG', 'BTG', 'SAL', 'SKT', 'PDL'];
const hotels = ['Hotel Timor', 'Novo Turismo', 'Hotel Esplanada', 'Timor Plaza', 'Casa Minha', 'Pousada de Baucau'];
const streets = [
  'Avenida dos Mártires da Pátria, Díli',
  'Rua de Moçambique 12, Díli',
  'Estrada de Balide, Díli',
  'Rua do Mercado, Baucau',
  'Avenida de Portugal 4, Díli',
];
const goods = [
  ['Coffee machines for sale', 4200],
  ['Mobile telephones, 20 pieces', 3900],
  ['Textiles and clothing, samples', 850],
  ['Motorcycle parts', 1200],
  ['Fishing equipment', 640],
] as const;

/** Over the hours at which flights land, in UTC. */
const landing = (random: Random): number =>
  random.weighted([
    [3, 2],
    [4, 5],
    [5, 6],
    [6, 3],
    [8, 4],
    [10, 2],
    [23, 1],
  ] as const) *
    hour +
  random.below(60) * minute;

/** The day of travel: soon after the declaration, and not on a day that is nearly over. */
const travelDay = (random: Random, at: number): number => Math.floor((at + 6 * hour) / day) * day + random.between(0, 3) * day;

const passportOf = (random: Random, travels: number) => dayOf(travels + random.between(200, 3000) * day);

/** Who travels, as both declarations ask it. */
const travellerOf = ({ passport, ...person }: Person) => ({ travellerCode: passport, ...person });

/** An arrival: declared before the journey, recorded on the day, decided by a supervisor. Some never come. */
export function anArrivalCase(random: Random, at: number): Case {
  const person = aPerson(random);
  const travels = travelDay(random, at);
  const byAir = random.chance(0.78);
  const flight = random.pick(flightsIn);
  const post = byAir ? 'DIL' : random.pick(landPosts);
  const hasMerchandise = random.chance(0.12);
  const hasCurrency = random.chance(0.04);
  const [commodity, value] = random.pick(goods);
  const isCitizen = person.nationalityCode === 'TL';
  const stayLength = random.weighted([
    [random.between(2, 9), 5],
    [random.between(10, 30), 4],
    [random.between(31, 90), 1],
  ] as const);
  const body = anArrival({
    ...travellerOf(person),
    typeDetails: { code: isCitizen ? 'CIT' : 'VIS' },
    originCode: isCitizen ? random.pick(['ID', 'AU', 'SG', 'PT']) : person.nationalityCode,
    birthNationalityCode: person.nationalityCode,
    arrivalDate: dayOf(travels),
    expiryDate: passportOf(random, travels),
    departureDate: dayOf(travels + stayLength * day),
    stayLength,
    reason: random.weighted([
      ['OBJ01', 6],
      ['OBJ02', 3],
      ['OBJ03', 3],
      ['OBJ04', 1],
      ['OBJ05', 1],
    ] as const),
    flightDetails: { code: post },
    entryPointCode: post,
    flightCode: byAir ? flight : undefined,
    flightNumber: byAir ? flight : `BUS ${random.between(1, 40)}`,
    ...(byAir ? {} : { embarkationPortCode: undefined }),
    accommodationName: random.pick(hotels),
    address: random.pick(streets),
    numberOfBaggages: random.between(0, 4),
    hasMerchandise: hasMerchandise ? 'YES' : 'NO',
    ...(hasMerchandise ? { goods: [{ commodity, description: commodity, quantity: random.between(1, 40), value, currencyCode: 'USD' }] } : {}),
    currencyStatus: hasCurrency ? 'YES' : 'NO',
    ...(hasCurrency ? { currencyCode: 'USD', currencyAmount: random.between(51, 250) * 100 } : {}),
  });
  const comes = travels + landing(random);
  const steps: Step[] = [];
  if (comes > at && random.chance(0.93)) {
    const officer = oneOf(random, staff.officer);
    steps.push({ at: comes, run: (desk, model) => desk.act(officer, arrivals, model, 'arrival') });
    const isLeft = random.chance(0.03);
    const supervisor = oneOf(random, staff.supervisor);
    const decision = hasMerchandise
      ? random.weighted([
          ['CLEARED', 75],
          ['REFERRED', 20],
          ['DETAINED', 5],
        ] as const)
      : random.weighted([
          ['CLEARED', 98],
          ['REFERRED', 2],
        ] as const);
    const comment =
      decision === 'CLEARED'
        ? 'Inspected: within the declared quantity'
        : decision === 'REFERRED'
          ? 'Sent to the quarantine desk'
          : 'Goods held until the import licence is shown';
    if (!isLeft)
      steps.push({
        at: comes + random.between(3, hasMerchandise ? 200 : 45) * minute,
        run: (desk, model) => desk.act(supervisor, arrivals, model, 'decision', { decision, ...(hasMerchandise || decision !== 'CLEARED' ? { comment } : {}) }),
      });
    if (!isLeft && decision === 'REFERRED' && random.chance(0.8))
      steps.push({
        at: comes + random.between(5, 30) * hour,
        run: (desk, model) => desk.act(supervisor, arrivals, model, 'decision', { decision: 'CLEARED', comment: 'Nothing found at the quarantine desk' }),
      });
  }
  return { at, register: (desk) => desk.register(arrivals, body), steps };
}

/** A departure: verified at the counter and approved by a second person. */
export function aDepartureCase(random: Random, at: number): Case {
  const person = aPerson(random);
  const travels = travelDay(random, at);
  const flight = random.pick(flightsOut);
  const body = aDeparture({
    ...travellerOf(person),
    departureDate: dayOf(travels),
    expiryDate: passportOf(random, travels),
    destinationCode: random.pick(['ID', 'AU', 'SG', 'PT', 'CN']),
    flightCode: flight,
    flightNumber: flight,
  });
  const leaves = travels + landing(random);
  const steps: Step[] = [];
  if (leaves > at && random.chance(0.94)) {
    const officer = oneOf(random, staff.officer);
    const requirements = ['DEP-PASSPORT', 'DEP-TICKET'].map((id) => ({ id, accepted: true, confirmed: true }));
    steps.push({ at: leaves - random.between(40, 120) * minute, run: (desk, model) => desk.act(officer, departures, model, 'verification', { requirements }) });
    const supervisor = oneOf(random, staff.supervisor);
    if (random.chance(0.95))
      steps.push({ at: leaves - random.between(5, 35) * minute, run: (desk, model) => desk.act(supervisor, departures, model, 'approval') });
  }
  return { at, register: (desk) => desk.register(departures, body), steps: steps.filter((step) => step.at > at) };
}
