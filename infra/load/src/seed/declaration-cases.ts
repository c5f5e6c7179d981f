import { aDeparture, anArrival } from 'svc-declarations/testing';
import { arrivals } from '../calls.ts';
import { type Case, day, dayOf, hour, minute, officeTime, oneOf, type Step, staff, utcOffset } from './case.ts';
import lists from './lists.json' with { type: 'json' };
import { aPerson, type Person } from './people.ts';
import type { Random } from './random.ts';

export const departures = '/api/declarations/v1/departure/declaration';

/** The hours in UTC at which flights land, with the relative number of flights at each. */
const landingHours = { 3: 2, 4: 5, 5: 6, 6: 3, 8: 4, 10: 2, 23: 1 };
const landing = (random: Random): number => Number(random.named(landingHours)) * hour + random.below(60) * minute;

/**
 * Returns the day of travel, soon after the declaration, and the time at which the traveller is at the border. A traveller who would be there only after `now`
 * travels tomorrow or later, because an arrival is due in the morning of its day.
 */
function journey(random: Random, at: number, now: number): { travels: number; comes: number } {
  const travels = Math.floor((at + 6 * hour) / day) * day + random.between(0, 4) * day;
  const lands = landing(random);
  const comes = Math.max(travels + lands, at + 3 * hour);
  if (comes <= now) return { travels, comes };
  const later = Math.max(travels, Math.floor((now + utcOffset) / day) * day + day);
  return { travels: later, comes: later + lands };
}

/** The comments of a supervisor: on the decision, and later when the traveller is cleared. */
const comments = {
  CLEARED: ['Inspected: within the declared quantity', ''],
  REFERRED: ['Sent to the quarantine desk', 'Nothing found at the quarantine desk'],
  DETAINED: ['Goods held until the import licence is shown', 'The import licence was shown'],
} as const;

const passportOf = (random: Random, travels: number) => dayOf(travels + random.between(200, 3000) * day);

/** Returns the fields about the traveller that both declarations have. */
const travellerOf = ({ passport, ...person }: Person) => ({ travellerCode: passport, ...person });

/**
 * Returns the case of an arrival: declared before the journey, recorded on the day, decided by a supervisor. A few travellers never come, and a few cases are
 * left without a decision.
 */
export function anArrivalCase(random: Random, at: number, now: number): Case {
  const person = aPerson(random);
  const { travels, comes } = journey(random, at, now);
  const byAir = random.chance(0.78);
  const flight = random.pick(lists.flightsIn);
  const post = byAir ? 'DIL' : random.pick(lists.landPosts);
  const hasMerchandise = random.chance(0.12);
  const hasCurrency = random.chance(0.04);
  const { commodity, value } = random.pick(lists.goods);
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
    reason: random.named({ OBJ01: 6, OBJ02: 3, OBJ03: 3, OBJ04: 1, OBJ05: 1 }),
    flightDetails: { code: post },
    entryPointCode: post,
    flightCode: byAir ? flight : undefined,
    flightNumber: byAir ? flight : `BUS ${random.between(1, 40)}`,
    ...(byAir ? {} : { embarkationPortCode: undefined }),
    accommodationName: random.pick(lists.hotels),
    address: random.pick(lists.streets),
    numberOfBaggages: random.between(0, 4),
    hasMerchandise: hasMerchandise ? 'YES' : 'NO',
    ...(hasMerchandise ? { goods: [{ commodity, description: commodity, quantity: random.between(1, 40), value, currencyCode: 'USD' }] } : {}),
    currencyStatus: hasCurrency ? 'YES' : 'NO',
    ...(hasCurrency ? { currencyCode: 'USD', currencyAmount: random.between(51, 250) * 100 } : {}),
  });
  const steps: Step[] = [];
  if (random.chance(0.99)) {
    const officer = oneOf(random, staff.officer);
    steps.push({ at: comes, run: (desk, model) => desk.act(officer, arrivals, model, 'arrival') });
    const isLeft = random.chance(0.005);
    const supervisor = oneOf(random, staff.supervisor);
    const decision = random.named(hasMerchandise ? { CLEARED: 75, REFERRED: 20, DETAINED: 5 } : { CLEARED: 98, REFERRED: 2, DETAINED: 0 });
    const [comment, cleared] = comments[decision];
    if (!isLeft)
      steps.push({
        at: comes + random.between(3, hasMerchandise ? 200 : 45) * minute,
        run: (desk, model) => desk.act(supervisor, arrivals, model, 'decision', { decision, ...(hasMerchandise || decision !== 'CLEARED' ? { comment } : {}) }),
      });
    if (!isLeft && decision !== 'CLEARED' && random.chance(0.9))
      steps.push({
        at: comes + random.between(5, 30) * hour,
        run: (desk, model) =>
          desk.act(supervisor, arrivals, model, 'decision', {
            decision: 'CLEARED',
            comment: cleared,
          }),
      });
  }
  return { at, register: (desk) => desk.register(arrivals, body), steps };
}

/**
 * Returns the case of a departure: verified by the desk soon after the declaration, or at the counter, and approved by a second person. A few cases are left
 * unfinished.
 */
export function aDepartureCase(random: Random, at: number, now: number): Case {
  const person = aPerson(random);
  const { travels, comes: leaves } = journey(random, at, now);
  const flight = random.pick(lists.flightsOut);
  const body = aDeparture({
    ...travellerOf(person),
    departureDate: dayOf(travels),
    expiryDate: passportOf(random, travels),
    destinationCode: random.pick(['ID', 'AU', 'SG', 'PT', 'CN']),
    flightCode: flight,
    flightNumber: flight,
  });
  const steps: Step[] = [];
  if (random.chance(0.98)) {
    const officer = oneOf(random, staff.officer);
    // The desk is closed at night and at weekends; the counter is always open.
    const verified = Math.min(officeTime(at) + random.between(3, 50) * minute, leaves - random.between(60, 120) * minute);
    steps.push({
      at: verified,
      run: (desk, model) =>
        desk.act(officer, departures, model, 'verification', { requirements: (model.requirements ?? []).map((each) => ({ ...each, confirmed: true })) }),
    });
    const supervisor = oneOf(random, staff.supervisor);
    if (random.chance(0.99))
      steps.push({ at: verified + random.between(2, 25) * minute, run: (desk, model) => desk.act(supervisor, departures, model, 'approval') });
  }
  return { at, register: (desk) => desk.register(departures, body), steps };
}
