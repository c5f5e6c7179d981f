import { errorsOf, type FormSection, sanitise } from '@portal/contract-kit';
import { fieldLines } from '@portal/contract-kit/testing';
import fc from 'fast-check';
import {
  ArrivalDeclarationBody,
  arrivalFormSections,
  arrivalPage,
  arrivalSections,
  DepartureDeclarationBody,
  departureFormSections,
  departurePage,
  ownHomeToContract,
} from './index.ts';

/** Returns the fields and lists that a form asks for somebody whose answers so far are these, in order. */
const asked = (sections: readonly FormSection[], answers: object): string[] =>
  sections
    .filter(({ when }) => !when || when.holds(answers))
    .flatMap(({ list, fields = [] }) => [...(list ? [list.name] : []), ...fields.filter(({ when }) => !when || when.holds(answers)).map(({ name }) => name)]);

/** Returns how what is asked differs from a list: `+` for what is asked in addition, `-` for what is not asked. */
const difference = (names: readonly string[], from: readonly string[]): string[] => [
  ...names.filter((name) => !from.includes(name)).map((name) => `+${name}`),
  ...from.filter((name) => !names.includes(name)).map((name) => `-${name}`),
];
const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);

const land = { code: 'BTG', airport: '0' };
const airport = { code: 'DIL', airport: '1' };
const passport = 'travellerCode nationalityCode expiryDate';
const person = 'firstName lastName birthDate gender occupation';

const someAnswers = fc.record({
  typeDetails: fc.record({ foreigner: fc.boolean(), sponsor: fc.boolean(), permit: fc.boolean(), resident: fc.boolean() }),
  flightDetails: fc.constantFrom(land, airport, {}),
  reason: fc.constantFrom('OBJ01', 'OBJ06', 'OBJ07', 'OBJ08', 'OBJ09', undefined),
  accommodationType: fc.constantFrom('HTL', 'FFA', 'OWN', undefined),
  hasMerchandise: fc.constantFrom('YES', 'NO', undefined),
  currencyStatus: fc.constantFrom('YES', 'NO', undefined),
  declarations: fc.constant([{}]),
  questions: fc.constant([{}]),
});

describe('the arrival form', () => {
  const sections = Object.values(arrivalFormSections).flat();
  /** A citizen who comes home by land with nothing to declare. */
  const citizen = { typeDetails: { code: 'CIT' }, flightDetails: land, hasMerchandise: 'NO', currencyStatus: 'NO' };
  const visitor = { ...citizen, typeDetails: { code: 'VIS', foreigner: true } };
  const ofAll = `typeDetails.code flightDetails.code originCode flightNumber arrivalDate ${passport} ${person} phoneNumber emailAddress accommodationType address
    numberOfBaggages hasMerchandise questions questionsConfirmed currencyStatus title birthCityName birthNationalityCode requirements declaredStatus`;
  const ofVisitors = '+reason +stayLength +departureDate +returnTicket +declarations +declarationsConfirmed';
  const ofFriends = '+contactDetails.name +contactDetails.identity +contactDetails.phone';
  const ofHomes = '+addressDetails.district +addressDetails.subDistrict +addressDetails.village +addressDetails.subVillage';
  const ofSponsors = '+sponsorDetails.type +sponsorDetails.name +sponsorDetails.address';

  it('asks a citizen who comes by land what everybody is asked', () => expect(asked(sections, citizen)).toEqual(words(ofAll)));

  it.each<[string, object, string]>([
    ['somebody who has not chosen the entry point', { ...citizen, flightDetails: {} }, '+flightCode'],
    ['somebody who comes by air', { ...citizen, flightDetails: airport }, '+flightCode +embarkationPortCode'],
    ['a visitor', visitor, ofVisitors],
    ['a visitor who comes to work', { ...visitor, reason: 'OBJ06' }, `${ofVisitors} ${ofSponsors}`],
    ['a visitor on an organised visit', { ...visitor, reason: 'OBJ07' }, `${ofVisitors} +organisedBy +fundedBy`],
    ['a visitor in transit', { ...visitor, reason: 'OBJ08' }, `${ofVisitors} +destinationVisa -accommodationType`],
    ['a visitor who joins a crew', { ...visitor, reason: 'OBJ09' }, `${ofVisitors} +destinationVisa -accommodationType`],
    ['a citizen who chose to come for work before', { ...citizen, reason: 'OBJ06' }, ''],
    ['a citizen who chose an organised visit before', { ...citizen, reason: 'OBJ07' }, ''],
    ['a citizen who chose transit before', { ...citizen, reason: 'OBJ08' }, ''],
    ['somebody with a sponsor', { ...citizen, typeDetails: { code: 'STU', sponsor: true } }, ofSponsors],
    ['somebody with a permit', { ...citizen, typeDetails: { code: 'PER', permit: true } }, '+permitReference +permitExpiry'],
    ['a resident', { ...citizen, typeDetails: { code: 'RES', resident: true } }, '+permitReference +permitNaration'],
    ['a guest of a hotel', { ...citizen, accommodationType: 'HTL' }, '+accommodationName'],
    ['a guest of friends', { ...citizen, accommodationType: 'FFA' }, `${ofFriends} ${ofHomes}`],
    ['somebody who stays at home', { ...citizen, accommodationType: 'OWN' }, ofHomes],
    [
      'a visitor in transit who chose a hotel before',
      { ...visitor, reason: 'OBJ08', accommodationType: 'HTL' },
      `${ofVisitors} +destinationVisa -accommodationType`,
    ],
    [
      'a visitor in transit who chose friends before',
      { ...visitor, reason: 'OBJ08', accommodationType: 'FFA' },
      `${ofVisitors} +destinationVisa -accommodationType`,
    ],
    ['somebody with merchandise', { ...citizen, hasMerchandise: 'YES' }, '+goods'],
    ['somebody who has not said whether there is merchandise', { ...citizen, hasMerchandise: undefined }, '+goods'],
    ['somebody with money', { ...citizen, currencyStatus: 'YES' }, '+currencyCode +currencyAmount'],
  ])('asks %s', (_who, answers, more) => expect(difference(asked(sections, answers), words(ofAll)).sort()).toEqual(words(more).sort()));

  it('asks for everything that the contract requires of a traveller', () => {
    // The page knows the agency and the document, and the entry point is that of flightDetails.
    const known = ['agencyCode', 'documentCode', 'entryPointCode'];
    fc.assert(
      fc.property(someAnswers, (answers) => {
        const names = asked(sections, answers);
        // What was chosen before counts only while it is asked.
        const counts = Object.fromEntries(Object.entries(answers).filter(([name]) => name.endsWith('Details') || names.includes(name)));
        const body = sanitise(ArrivalDeclarationBody, ownHomeToContract({ ...answers, reason: undefined, accommodationType: undefined, ...counts }), true);
        // Whoever stays at home is the contact.
        const isAsked = (field: string) => [...names, ...known].includes(field) || (answers.accommodationType === 'OWN' && field.startsWith('contactDetails.'));
        expect(errorsOf(ArrivalDeclarationBody, body).filter(({ code, field }) => code === 'REQUIRED' && !isAsked(field))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('asks each field in the section of the wizard to which it belongs', () => {
    for (const [section, parts] of Object.entries(arrivalFormSections))
      for (const name of parts.flatMap(({ list, fields = [] }) => [...(list ? [list.name] : []), ...fields.map((field) => field.name)]))
        expect([section, arrivalSections[section as keyof typeof arrivalSections]]).toEqual([section, expect.arrayContaining([name.split('.')[0]])]);
  });
});

describe('the departure form', () => {
  /** Somebody who leaves by land without much money. */
  const traveller = { flightDetails: land, currencyStatus: 'NO' };
  const ofAll = `departureDate reason flightDetails.code destinationCode flightNumber ${passport} phoneNumber emailAddress ${person}
    currencyStatus questions requirements`;

  it('asks somebody who leaves by land what everybody is asked', () => expect(asked(departureFormSections, traveller)).toEqual(words(ofAll)));

  it.each<[string, object, string]>([
    ['somebody who has not chosen the exit point', { ...traveller, flightDetails: {} }, '+flightCode'],
    ['somebody who leaves by air', { ...traveller, flightDetails: airport }, '+flightCode +embarkationPortCode'],
    ['somebody with money', { ...traveller, currencyStatus: 'YES' }, '+currencyCode +currencyAmount'],
  ])('asks %s', (_who, answers, more) => expect(difference(asked(departureFormSections, answers), words(ofAll))).toEqual(words(more)));
});

it.each([
  ['arrival', ArrivalDeclarationBody, Object.values(arrivalFormSections).flat()],
  ['departure', DepartureDeclarationBody, departureFormSections],
] as const)('the %s form gives a text with several lines as many characters as the contract', (_form, cls, sections) => {
  const limits = new Map(
    fieldLines(cls)
      .map((line) => /^(\S+) text (\d+) lines/.exec(line) ?? [])
      .map(([, name, max]) => [name, Number(max)]),
  );
  const fields = sections.flatMap((section) => section.fields ?? []);
  expect(fields.map(({ name, lines }) => [name, lines])).toEqual(fields.map(({ name }) => [name, limits.get(name)]));
});

it.each([
  ['arrival', arrivalPage],
  ['departure', departurePage],
] as const)('the page after the %s says that an officer scans the code, and whom to tell of other answers', (_form, { next }) => {
  expect(next.map(({ en }) => en)).toEqual([
    expect.stringContaining('An officer scans the code.'),
    expect.stringContaining('Speak to an officer if your answers'),
  ]);
});
