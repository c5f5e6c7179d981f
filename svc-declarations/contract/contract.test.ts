import { type FieldError, fieldAt, fieldsOf } from '@portal/contract-kit';
import { aDeparture, anArrival } from '../src/testing/bodies.ts';
import {
  ArrivalDeclarationBody,
  arrivalSections,
  arrivalSteps,
  checkArrival,
  checkDeparture,
  DepartureDeclarationBody,
  laneOf,
  returnTicketLabel,
  showsMoneyNotice,
} from './index.ts';

const airport = { code: 'DIL', airport: '1' };
const visitor = { code: 'VIS', foreigner: true };
const departure = (changes: object = {}): object => aDeparture({ flightDetails: airport, ...changes });
const arrival = (changes: object = {}): object => anArrival({ flightDetails: airport, typeDetails: visitor, goods: [{ description: 'Clothes' }], ...changes });
const said = (errors: FieldError[]): string[] => errors.map((e) => `${e.field} ${e.code}`).sort();
const gone = undefined;

describe('a departure declaration', () => {
  it('is valid when everything is answered', () => expect(checkDeparture(departure())).toEqual([]));

  it.each([
    'agencyCode',
    'documentCode',
    'departureDate',
    'destinationCode',
    'flightNumber',
    'firstName',
    'lastName',
    'birthDate',
    'gender',
    'travellerCode',
    'expiryDate',
    'occupation',
    'entryPointCode',
    'nationalityCode',
    'reason',
    'currencyStatus',
  ])('requires %s', (field) => expect(said(checkDeparture(departure({ [field]: gone })))).toEqual([`${field} REQUIRED`]));

  it.each<[string, object, string[]]>([
    ['no exit point', { flightDetails: {} }, ['flightDetails.code REQUIRED']],
    ['an exit point that is too long', { flightDetails: { code: 'x'.repeat(71) } }, ['flightDetails.code MAX_LENGTH']],
    ['a flight number over 35', { flightNumber: 'x'.repeat(36) }, ['flightNumber MAX_LENGTH']],
    ['an occupation over 35', { occupation: 'x'.repeat(36) }, ['occupation MAX_LENGTH']],
    ['names over 70', { firstName: 'x'.repeat(71), lastName: 'x'.repeat(71) }, ['firstName MAX_LENGTH', 'lastName MAX_LENGTH']],
    ['an airport without flight and port', { flightCode: gone, embarkationPortCode: '' }, ['embarkationPortCode REQUIRED', 'flightCode REQUIRED']],
    ['money without currency and amount', { currencyStatus: 'YES' }, ['currencyAmount REQUIRED', 'currencyCode REQUIRED']],
    ['money of no amount', { currencyStatus: 'YES', currencyCode: 'USD', currencyAmount: 0 }, ['currencyAmount INTEGER']],
    ['money in fractions', { currencyStatus: 'YES', currencyCode: 'USD', currencyAmount: '10.5' }, ['currencyAmount INTEGER']],
    ['negative money', { currencyStatus: 'YES', currencyCode: 'USD', currencyAmount: -1 }, ['currencyAmount INTEGER']],
    ['a currency answer that is neither', { currencyStatus: 'MAYBE' }, ['currencyStatus CHOICE']],
    ['a passport that expires before the journey', { departureDate: '2026-05-02', expiryDate: '2026-05-01' }, ['expiryDate DATE']],
    ['a day of travel that is none', { departureDate: '31/05/2026', expiryDate: '2030-05-01' }, ['departureDate DATE']],
    ['a birth in the future', { birthDate: '2999-01-01' }, ['birthDate DATE']],
    ['a day that is none', { departureDate: '2026-02-30' }, ['departureDate DATE']],
    ['another kind of document', { documentCode: 'ARR' }, ['documentCode CHOICE']],
    ['a telephone with letters', { phoneNumber: 'call me' }, ['phoneNumber INTEGER']],
    ['an open question', { questions: [{ rank: 3 }] }, ['questions.0 QUESTION_UNANSWERED']],
    ['a question answered twice', { questions: [{ accepted: true, declined: true }] }, ['questions.0 QUESTION_BOTH']],
  ])('refuses %s', (_name, changes, expected) => expect(said(checkDeparture(departure(changes)))).toEqual(expected));

  it.each<[string, object]>([
    ['a land border without a flight', { flightDetails: { code: 'BTG', airport: '0' }, flightCode: gone, embarkationPortCode: gone }],
    ['a passport that expires on the day', { departureDate: '2026-05-02', expiryDate: '2026-05-02' }],
    ['no telephone and no email', { phoneNumber: gone, emailAddress: gone }],
    ['an amount left behind by a NO', { currencyStatus: 'NO', currencyAmount: 0 }],
    ['limits met exactly', { flightNumber: 'x'.repeat(35), occupation: 'x'.repeat(35), firstName: 'x'.repeat(70), travellerCode: 'x'.repeat(70) }],
  ])('accepts %s', (_name, changes) => expect(checkDeparture(departure(changes))).toEqual([]));

  it('reports questions in the words of the specification, in both languages', () => {
    expect(checkDeparture(departure({ questions: [{ rank: 3 }, { rank: 4, accepted: true, declined: true }] })).map((e) => e.message)).toEqual([
      'Please answer question 3',
      'Please answer only yes or no but not both question 4',
    ]);
    expect(checkDeparture(departure({ questions: [{ rank: 3 }] }), 'pt')[0]?.message).toBe('Responda à pergunta 3');
  });
});

describe('an arrival declaration', () => {
  it('is valid when everything is answered', () => expect(checkArrival(arrival())).toEqual([]));

  it.each([
    'originCode',
    'arrivalDate',
    'flightNumber',
    'agencyCode',
    'documentCode',
    'entryPointCode',
    'travellerCode',
    'nationalityCode',
    'expiryDate',
    'firstName',
    'lastName',
    'birthDate',
    'occupation',
    'gender',
    'phoneNumber',
    'address',
    'numberOfBaggages',
    'hasMerchandise',
    'currencyStatus',
    'title',
    'birthCityName',
    'birthNationalityCode',
    'declaredStatus',
    // Required because the traveller is a foreigner, and because the lists have rows.
    'reason',
    'stayLength',
    'departureDate',
    'returnTicket',
    'declarationsConfirmed',
    'questionsConfirmed',
    'accommodationType',
    'accommodationName',
  ])('requires %s', (field) => expect(said(checkArrival(arrival({ [field]: gone })))).toContain(`${field} REQUIRED`));

  it.each<[string, object, string[]]>([
    ['no traveller type', { typeDetails: {} }, ['typeDetails.code REQUIRED']],
    ['no entry point', { flightDetails: {} }, ['flightDetails.code REQUIRED']],
    ['an airport without flight and port', { flightCode: gone, embarkationPortCode: gone }, ['embarkationPortCode REQUIRED', 'flightCode REQUIRED']],
    ['a permit holder without permit', { typeDetails: { code: 'PER', permit: true } }, ['permitExpiry REQUIRED', 'permitReference REQUIRED']],
    ['a resident without permit', { typeDetails: { code: 'RES', resident: true } }, ['permitNaration REQUIRED', 'permitReference REQUIRED']],
    [
      'friends without their address',
      { accommodationType: 'FFA' },
      [
        'addressDetails.district REQUIRED',
        'addressDetails.subDistrict REQUIRED',
        'addressDetails.subVillage REQUIRED',
        'addressDetails.village REQUIRED',
        'contactDetails.identity REQUIRED',
        'contactDetails.name REQUIRED',
        'contactDetails.phone REQUIRED',
      ],
    ],
    ['another accommodation', { accommodationType: 'TENT' }, ['accommodationType CHOICE']],
    ['work without a sponsor', { reason: 'OBJ06' }, ['sponsorDetails.address REQUIRED', 'sponsorDetails.name REQUIRED', 'sponsorDetails.type REQUIRED']],
    ['an organised visit without organiser', { reason: 'OBJ07' }, ['fundedBy REQUIRED', 'organisedBy REQUIRED']],
    ['transit without a visa', { reason: 'OBJ08', accommodationType: gone, accommodationName: gone }, ['destinationVisa REQUIRED']],
    ['a crew member without a visa', { reason: 'OBJ09' }, ['destinationVisa REQUIRED']],
    ['money without currency and amount', { currencyStatus: 'YES' }, ['currencyAmount REQUIRED', 'currencyCode REQUIRED']],
    ['baggage that is no number', { numberOfBaggages: 'two' }, ['numberOfBaggages INTEGER']],
    ['a telephone with letters', { phoneNumber: 'none' }, ['phoneNumber INTEGER']],
    ['a statement not made', { declaredStatus: 'NO' }, ['declaredStatus MUST_BE_YES']],
    ['answers not confirmed', { questionsConfirmed: 'NO' }, ['questionsConfirmed MUST_BE_YES']],
    ['no row of goods', { goods: [] }, ['goods MIN_ITEMS']],
    ['a passport that expires before the journey', { arrivalDate: '2026-05-02', expiryDate: '2026-05-01' }, ['expiryDate DATE']],
    [
      'texts that are too long',
      { address: 'x'.repeat(71), travellerCode: 'x'.repeat(71), occupation: 'x'.repeat(36) },
      ['address MAX_LENGTH', 'occupation MAX_LENGTH', 'travellerCode MAX_LENGTH'],
    ],
    ['a question that a form shows and nobody answers', { questions: [{ rank: 2 }] }, ['questions.0.answer QUESTION_UNANSWERED']],
    ['merchandise that a form does not describe', { hasMerchandise: 'YES', goods: [{}] }, ['goods.0.description REQUIRED']],
    ['leaving before arriving', { arrivalDate: '2026-05-02', departureDate: '2026-05-01' }, ['departureDate DATE']],
  ])('refuses %s', (_name, changes, expected) => expect(said(checkArrival(arrival(changes)))).toEqual(expected));

  it.each<[string, object]>([
    [
      'a citizen without reason and ticket',
      { typeDetails: { code: 'CIT' }, reason: gone, stayLength: gone, departureDate: gone, returnTicket: gone, declarationsConfirmed: gone },
    ],
    ['transit without accommodation', { reason: 'OBJ08', destinationVisa: 'V1', accommodationType: gone, accommodationName: gone }],
    ['no questions and no confirmation', { questions: [], questionsConfirmed: gone }],
    ['an empty row of goods', { goods: [{}] }],
    ['no list of goods', { goods: gone }],
    ['no bag', { numberOfBaggages: 0 }],
  ])('accepts %s', (_name, changes) => expect(checkArrival(arrival(changes))).toEqual([]));

  it('reports the two choices of the first step in the words of the specification', () => {
    expect(checkArrival(arrival({ typeDetails: {}, flightDetails: {} })).map((e) => e.message)).toEqual([
      'Please Select Traveler Type',
      'Please Select Entry Point',
    ]);
  });

  it('asks every field in exactly one section, and every section in both wizards', () => {
    const asked = Object.values(arrivalSections).flat() as string[];
    const own = fieldsOf(ArrivalDeclarationBody)
      .filter((f) => !f.serverSet)
      .map((f) => f.name);
    expect([...asked].sort()).toEqual([...own].sort());
    for (const wizard of ['five', 'three'] as const) expect(arrivalSteps[wizard].flatMap((s) => [...s.fields]).sort()).toEqual([...own].sort());
  });

  it('has a label in both languages for every field', () => {
    for (const cls of [ArrivalDeclarationBody, DepartureDeclarationBody])
      for (const f of fieldsOf(cls)) if (f.kind !== 'object') expect(fieldAt(cls, f.name)?.label?.pt).toBeTruthy();
  });
});

it('gives the red lane only to declared merchandise', () =>
  expect([laneOf({ hasMerchandise: 'YES' }), laneOf({ hasMerchandise: 'NO' }), laneOf({})]).toEqual(['RED', 'GREEN', 'GREEN']));
it('shows the money notice for declared money', () =>
  expect([
    showsMoneyNotice({ currencyStatus: 'YES', currencyAmount: 1 }),
    showsMoneyNotice({ currencyAmount: 5001 }),
    showsMoneyNotice({ currencyStatus: 'NO', currencyAmount: 5000 }),
  ]).toEqual([true, true, false]));
it('asks travellers in transit for the destination ticket', () =>
  expect([returnTicketLabel({ reason: 'OBJ09' }).en, returnTicketLabel({ reason: 'OBJ01' }).en]).toEqual([
    'Destination Ticket Reference',
    'Return ticket reference',
  ]));
