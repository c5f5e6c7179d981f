import { errorsOf, type FieldError, sanitise } from '@portal/contract-kit';
import { aDeparture, anArrival } from '../src/testing/bodies.ts';
import {
  ArrivalDeclarationBody,
  accommodationTypes,
  answerFields,
  arrivalStatuses,
  checkArrival,
  DepartureDeclarationBody,
  decisions,
  departureStatuses,
  gateDecisions,
  hitPolicies,
  isDecided,
  isOver,
  isSet,
  ownFields,
  questionTopics,
  signedText,
} from './index.ts';
import * as modes from './modes.ts';

const said = (errors: FieldError[]): string[] => errors.map((e) => `${e.field} ${e.code}`);
const visitor = { typeDetails: { code: 'VIS', foreigner: true } };

it('the lists of the contract equal the published ones', () => {
  expect({ departureStatuses, arrivalStatuses, decisions, accommodationTypes }).toEqual({
    departureStatuses: ['CREATED', 'VERIFIED', 'APPROVED'],
    arrivalStatuses: ['CREATED', 'ARRIVED', 'CLEARED', 'REFERRED', 'DETAINED'],
    decisions: ['CLEARED', 'REFERRED', 'DETAINED'],
    accommodationTypes: ['HTL', 'FFA'],
  });
});

const editable: Record<string, [(mode: string) => boolean, string]> = {
  application: [modes.applicationEditable, 'register new update edit amendment'],
  questions: [modes.questionsEditable, 'register new update edit amendment verification'],
  requirements: [modes.requirementsEditable, 'register new update edit amendment'],
};

it.each(Object.entries(editable))('%s: can be changed in the modes that are published', (_part, [may, inModes]) =>
  expect(modes.departureModes.filter(may).join(' ')).toBe(inModes),
);

it('the modes of the forms are those that are published', () =>
  expect([modes.arrivalModes.join(' '), modes.departureModes.join(' ')]).toEqual([
    'register new update edit amendment view arrival print',
    'register new update edit amendment view verification print',
  ]));

it('an arrival is decided with its decision, and over unless it was referred to a supervisor, who decides anew', () => {
  expect([undefined, ...arrivalStatuses].filter(isDecided)).toEqual(['CLEARED', 'REFERRED', 'DETAINED']);
  expect([undefined, ...arrivalStatuses].filter(isOver)).toEqual(['CLEARED', 'DETAINED']);
  expect(departureStatuses.filter((status) => isDecided(status) || isOver(status))).toEqual([]);
});

const identity = 'travellerCode nationalityCode nationalityName expiryDate firstName lastName birthDate gender genderName occupation';

it.each<[string, readonly string[], string]>([
  [
    'what each person of a group answers on an arrival',
    ownFields.arrival,
    `${identity} title birthCityName birthNationalityCode birthNationalityName typeDetails destinationVisa permitReference permitExpiry permitNaration
      declarations declarationsConfirmed numberOfBaggages hasMerchandise goods questions questionsConfirmed currencyStatus currencyAmount currencyCode`,
  ],
  ['what each person of a group answers on a departure', ownFields.departure, `${identity} currencyStatus currencyAmount currencyCode questions goods`],
  ['what an adult answers for a child', answerFields, 'questions questionsConfirmed declarations declarationsConfirmed declaredStatus'],
  ['hit policies', hitPolicies, 'FIRST COLLECT'],
  ['topics of questions', questionTopics, 'MONEY MERCHANDISE ALLOWANCE RESTRICTED FOOD'],
  ['decisions at the gate', gateDecisions, 'ARRIVAL REFERRAL'],
])('the list of %s equals the published one', (_name, list, text) => expect([...list]).toEqual(text.split(/\s+/)));

it('a decision at the gate is signed with everything that it says', () => {
  const all = { key: 'k', decision: 'ARRIVAL', code: 'c', reference: 'r', reason: 'why', at: '2026-05-02T08:00:00', undone: true } as const;
  expect(signedText(all as never)).toBe('["k","ARRIVAL","c","r","why","2026-05-02T08:00:00",true]');
});

it.each([
  [true, true],
  [1, true],
  ['1', true],
  ['true', true],
  ['YES', true],
  [false, false],
  [0, false],
  ['0', false],
  ['NO', false],
  [undefined, false],
])('a flag of a catalogue that is written %p is %p', (flag, set) => expect(isSet(flag)).toBe(set));

describe.each([
  ['departure', DepartureDeclarationBody, aDeparture],
  ['arrival', ArrivalDeclarationBody, anArrival],
] as const)('the point of a %s', (_kind, cls, make) => {
  const of = (changes: object): string[] => said(errorsOf(cls as never, sanitise(cls as never, make(changes as never), true)));
  it('must equal that of flightDetails', () => {
    expect(of({ flightDetails: { code: 'DIL', description: 'Dili' }, entryPointCode: 'DIL' })).toEqual([]);
    expect(of({ flightDetails: { code: 'DIL', description: 'Dili' }, entryPointCode: 'BTG' })).toEqual(['entryPointCode CHOICE']);
    expect(of({ flightDetails: {}, entryPointCode: 'BTG' })).toEqual(['flightDetails.code REQUIRED']);
  });
});

describe('an arrival', () => {
  it('labels the ticket according to the reason', () => {
    const message = (reason: string) =>
      checkArrival(anArrival({ ...visitor, reason, destinationVisa: 'V1', returnTicket: undefined })).find((e) => e.field === 'returnTicket')?.message;
    expect(['OBJ01', 'OBJ08', 'OBJ09'].map(message)).toEqual([
      'Enter return ticket reference',
      'Enter destination ticket reference',
      'Enter destination ticket reference',
    ]);
  });

  it('asks for the confirmation of declarations if there are any', () => {
    const of = (changes: object): string[] => said(checkArrival(anArrival({ ...visitor, declarationsConfirmed: undefined, ...changes })));
    expect(of({})).toEqual(['declarationsConfirmed REQUIRED']);
    expect([of({ declarations: [] }), of({ declarations: undefined })]).toEqual([[], []]);
  });

  it('may depart on the day of arrival, and not before', () => {
    const of = (departureDate: string | undefined, arrivalDate: string | undefined): boolean =>
      said(checkArrival(anArrival({ ...visitor, departureDate, arrivalDate, expiryDate: '2030-01-01' }))).includes('departureDate DATE');
    expect(of('2026-05-02', '2026-05-02')).toBe(false);
    expect(of('2026-05-01', '2026-05-02')).toBe(true);
    expect([of(undefined, '2026-05-02'), of('2026-05-02', undefined)]).toEqual([false, false]);
  });
});
