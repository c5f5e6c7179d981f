import { day, type Plain } from './caller.ts';
import { arrivals, bodyOf, departures } from './documents.ts';
import type { Portal, RunningPortal } from './portal-under-test.ts';

type Case = [what: string, changes: Plain, said: string[]];
const long = (length: number): string => 'x'.repeat(length);
const gone = (...fields: string[]): Plain => Object.fromEntries(fields.map((field) => [field, undefined]));
const required = (...fields: string[]): string[] => fields.map((field) => `422 REQUIRED ${field}`);
const each = (fields: string[], field: (name: string) => Plain, said: (name: string) => string[], what: string): Case[] =>
  fields.map((name) => [`${name} ${what}`, field(name), said(name)]);
const missing = (fields: string[]): Case[] => [
  ...each(
    fields,
    (name) => ({ [name]: undefined }),
    (name) => required(name),
    'is missing',
  ),
  ...each(
    fields,
    (name) => ({ [name]: '  ' }),
    (name) => required(name),
    'is blank',
  ),
];
const limits = (fields: Record<string, number>): Case[] =>
  Object.entries(fields).flatMap(([name, max]): Case[] => [
    [`${name} of ${max} characters`, { [name]: long(max) }, ['201']],
    [`${name} of ${max + 1} characters`, { [name]: long(max + 1) }, [`422 MAX_LENGTH ${name}`]],
  ]);

const money = (): Case[] => [
  ['currency without code and amount', { currencyStatus: 'YES' }, required('currencyAmount', 'currencyCode')],
  ['currency with both', { currencyStatus: 'YES', currencyCode: 'USD', currencyAmount: 6000 }, ['201']],
  ['an amount as text', { currencyStatus: 'YES', currencyCode: 'USD', currencyAmount: '6000' }, ['201']],
  ...[0, -1, 1.5, 'many', '12,5'].map(
    (currencyAmount): Case => [
      `an amount of ${currencyAmount}`,
      { currencyStatus: 'YES', currencyCode: 'USD', currencyAmount },
      ['422 INTEGER currencyAmount'],
    ],
  ),
  ['a currency that is none', { currencyStatus: 'YES', currencyCode: 'XXZ', currencyAmount: 1 }, ['422 CHOICE currencyCode']],
  ['a currency status that is neither', { currencyStatus: 'MAYBE' }, ['422 CHOICE currencyStatus']],
];

const dates = (travel: string): Case[] => [
  ['born today', { birthDate: day() }, ['422 DATE birthDate']],
  ['born tomorrow', { birthDate: day(1) }, ['422 DATE birthDate']],
  ['born yesterday', { birthDate: day(-1) }, ['201']],
  ['born on a day that is none', { birthDate: '1990-02-30' }, ['422 DATE birthDate']],
  ['a date in another form', { birthDate: '17/05/1990' }, ['422 DATE birthDate']],
  ['a passport that expires on the day of travel', { [travel]: day(2), expiryDate: day(2) }, ['201']],
  ['a passport that expires before it', { [travel]: day(2), expiryDate: day(1) }, ['422 DATE expiryDate']],
];

const codes = (fields: string[]): Case[] =>
  each(
    fields,
    (name) => ({ [name]: 'NOSUCH' }),
    (name) => [`422 CHOICE ${name}`],
    'that no catalogue has',
  );

/** Returns the questions of a departure, with this answer to the first question. */
const firstAnswered = (answer: Plain): Plain[] => (bodyOf[departures]().questions as Plain[]).map((row, i) => (i === 0 ? { ...row, ...answer } : row));

const departureCases: Case[] = [
  ['a sound body', {}, ['201']],
  ...missing([
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
  ]),
  ['no exit point', { flightDetails: {} }, required('flightDetails.code')],
  ['no flight details', { flightDetails: undefined }, required('flightDetails.code')],
  ...limits({ flightNumber: 35, occupation: 35, firstName: 70, lastName: 70 }),
  ['a passport number of 71 characters', { travellerCode: long(71) }, ['422 MAX_LENGTH travellerCode']],
  ['an exit point of 71 characters', { flightDetails: { code: long(71) } }, ['422 CHOICE flightDetails.code', '422 MAX_LENGTH flightDetails.code']],
  ['an airport without flight and port', gone('flightCode', 'embarkationPortCode'), required('flightCode', 'embarkationPortCode')],
  [
    'an airport said to be none',
    { ...gone('flightCode', 'embarkationPortCode'), flightDetails: { code: 'DIL', airport: '0' } },
    required('flightCode', 'embarkationPortCode'),
  ],
  ['a land border without flight and port', { ...gone('flightCode', 'embarkationPortCode'), flightDetails: { code: 'BTG' }, entryPointCode: 'BTG' }, ['201']],
  [
    'a land border said to be an airport',
    { ...gone('flightCode', 'embarkationPortCode'), flightDetails: { code: 'BTG', airport: '1' }, entryPointCode: 'BTG' },
    ['201'],
  ],
  ['no telephone and no email', gone('phoneNumber', 'emailAddress'), ['201']],
  ...codes(['agencyCode', 'destinationCode', 'reason', 'entryPointCode', 'embarkationPortCode', 'nationalityCode', 'gender', 'documentCode']),
  ['a question without an answer', { questions: firstAnswered({ accepted: false, declined: false }) }, ['422 QUESTION_UNANSWERED questions.0']],
  ['a question with both answers', { questions: firstAnswered({ accepted: true, declined: true }) }, ['422 QUESTION_BOTH questions.0']],
  ['an answer that is neither true nor false', { questions: firstAnswered({ accepted: 'maybe', declined: false }) }, ['422 QUESTION_UNANSWERED questions.0']],
  ...money(),
  ...dates('departureDate'),
];

/** Returns one error for each question of a list. */
const unanswered = (list: string, count: number): string[] => Array.from({ length: count }, (_, i) => `422 QUESTION_UNANSWERED ${list}.${i}.answer`);

const arrivalRequired = [
  'agencyCode',
  'documentCode',
  'originCode',
  'arrivalDate',
  'flightNumber',
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
  'entryPointCode',
  'title',
  'birthCityName',
  'birthNationalityCode',
  'declaredStatus',
];
const friends = { accommodationType: 'FFA', accommodationName: undefined };
const host = {
  contactDetails: { name: 'A', identity: 'B', phone: '7701' },
  addressDetails: { district: 'DI', subDistrict: 'DI01', village: 'V', subVillage: 'S' },
};
const visa = { accommodationType: undefined, accommodationName: undefined };

const arrivalCases: Case[] = [
  ['a sound body', {}, ['201']],
  ...missing(arrivalRequired),
  ['no entry point', { flightDetails: {} }, required('flightDetails.code')],
  ['no traveller type', { typeDetails: {} }, required('typeDetails.code')],
  ...limits({ flightNumber: 35, occupation: 35, firstName: 70, lastName: 70, address: 70 }),
  ['a passport number of 71 characters', { travellerCode: long(71) }, ['422 MAX_LENGTH travellerCode']],
  ['an airport without flight and port', gone('flightCode', 'embarkationPortCode'), required('flightCode', 'embarkationPortCode')],
  ['a land border without flight and port', { ...gone('flightCode', 'embarkationPortCode'), flightDetails: { code: 'BTG' }, entryPointCode: 'BTG' }, ['201']],
  ['a telephone with letters', { phoneNumber: '77x' }, ['422 INTEGER phoneNumber']],
  ['a telephone as a number', { phoneNumber: 77123456 }, ['201']],
  ...['x', '1.5', -1].map((numberOfBaggages): Case => [`${numberOfBaggages} bags`, { numberOfBaggages }, ['422 INTEGER numberOfBaggages']]),
  ['no bags', { numberOfBaggages: 0 }, ['201']],
  ['merchandise that is neither', { hasMerchandise: 'x' }, ['422 CHOICE hasMerchandise']],
  ['a declaration of NO', { declaredStatus: 'NO' }, ['422 MUST_BE_YES declaredStatus']],
  ['questions not confirmed', { questionsConfirmed: undefined }, required('questionsConfirmed')],
  ['questions confirmed with NO', { questionsConfirmed: 'NO' }, ['422 MUST_BE_YES questionsConfirmed']],
  ['no questions, nothing to confirm', { questions: [], questionsConfirmed: undefined }, [...unanswered('questions', 9), ...required('questionsConfirmed')]],
  ['goods taken away', { goods: [] }, ['422 MIN_ITEMS goods']],
  [
    'a foreigner’s visit without its facts',
    gone('reason', 'stayLength', 'departureDate', 'returnTicket'),
    required('reason', 'stayLength', 'departureDate', 'returnTicket'),
  ],
  ['a foreigner said to be none', { typeDetails: { code: 'VIS', foreigner: false }, reason: undefined }, required('reason')],
  ['declarations not confirmed', { declarationsConfirmed: undefined }, required('declarationsConfirmed')],
  [
    'no declarations, nothing to confirm',
    { declarations: [], declarationsConfirmed: undefined },
    [...unanswered('declarations', 5), ...required('declarationsConfirmed')],
  ],
  [
    'a citizen without a visit',
    { typeDetails: { code: 'CIT' }, ...gone('reason', 'stayLength', 'departureDate', 'returnTicket', 'declarationsConfirmed') },
    ['201'],
  ],
  ['no accommodation', visa, required('accommodationType')],
  ['an accommodation that is none', { accommodationType: 'TENT' }, ['422 CHOICE accommodationType']],
  ['a hotel without its name', { accommodationName: undefined }, required('accommodationName')],
  [
    'friends without their facts',
    friends,
    required(
      'contactDetails.name',
      'contactDetails.identity',
      'contactDetails.phone',
      'addressDetails.district',
      'addressDetails.subDistrict',
      'addressDetails.village',
      'addressDetails.subVillage',
    ),
  ],
  ['friends with them', { ...friends, ...host }, ['201']],
  [
    'a sub-district of another district',
    { ...friends, ...host, addressDetails: { ...host.addressDetails, district: 'BO' } },
    ['422 CHOICE addressDetails.subDistrict'],
  ],
  ['a permit holder without permit', { typeDetails: { code: 'PER' } }, required('permitReference', 'permitExpiry')],
  ['a permit holder with it', { typeDetails: { code: 'PER' }, permitReference: 'A1', permitExpiry: day(90) }, ['201']],
  ['a resident without permit', { typeDetails: { code: 'RES' } }, required('permitReference', 'permitNaration')],
  ['work without sponsor', { reason: 'OBJ06' }, required('sponsorDetails.type', 'sponsorDetails.name', 'sponsorDetails.address')],
  ['work with sponsor', { reason: 'OBJ06', sponsorDetails: { type: 'COM', name: 'A', address: 'B' } }, ['201']],
  ['an organised visit without organiser', { reason: 'OBJ07' }, required('organisedBy', 'fundedBy')],
  ['transit without destination visa', { reason: 'OBJ08', ...visa }, required('destinationVisa')],
  ['transit with it, without accommodation', { reason: 'OBJ08', ...visa, destinationVisa: 'V1' }, ['201']],
  ['crew without destination visa', { reason: 'OBJ09', ...visa }, required('destinationVisa')],
  ['the traveller type of no catalogue', { typeDetails: { code: 'NOSUCH' } }, ['422 CHOICE typeDetails.code']],
  ['the entry point of no catalogue', { flightDetails: { code: 'NOSUCH' } }, ['422 CHOICE flightDetails.code']],
  ...codes([
    'agencyCode',
    'originCode',
    'reason',
    'entryPointCode',
    'embarkationPortCode',
    'nationalityCode',
    'gender',
    'birthNationalityCode',
    'documentCode',
  ]),
  ...money(),
  ...dates('arrivalDate'),
];

export function rules(portal: Portal<RunningPortal>): void {
  describe.each([
    ['departure', departures, departureCases],
    ['arrival', arrivals, arrivalCases],
  ] as const)('specification 5: %s', (_kind, path, cases) => {
    it.each(cases)('%s', async (_what, changes, said) => {
      const answer = await portal().public.post(`${path}/`, bodyOf[path](changes));
      expect([...answer.said].sort()).toEqual([...said].sort());
    });

    it('reports every broken rule at once', async () => {
      const { body, status } = await portal().public.post(`${path}/`, {});
      const fields = body.errors.map(({ field }) => field);
      expect(status).toBe(422);
      const all = path === departures ? [...departureCases] : [...arrivalCases];
      const always = all.filter(([what]) => what.endsWith('is missing')).flatMap(([, , said]) => said.map((one) => one.split(' ')[2]));
      expect(fields).toEqual(expect.arrayContaining([...new Set([...always, 'flightDetails.code'])]));
      for (const { code } of body.errors) expect(['REQUIRED', 'QUESTION_UNANSWERED']).toContain(code);
      expect(body.errors.filter(({ code }) => code === 'QUESTION_UNANSWERED')).toHaveLength(path === departures ? 6 : 9);
    });

    it('answers in the reader’s language', async () => {
      const speak = async (language: string) =>
        (await portal().public.post(`${path}/`, bodyOf[path]({ lastName: '' }), { 'accept-language': language })).body.errors[0]?.message;
      expect(await speak('en')).toBe('Enter family or last name');
      expect(await speak('pt-PT,pt;q=0.9')).toBe('Indique apelido');
    });
  });

  describe('specification 8: messages', () => {
    const message = async (path: typeof departures | typeof arrivals, changes: Plain) =>
      (await portal().public.post(`${path}/`, bodyOf[path](changes))).body.errors.map(({ message }) => message);

    it('are those of the specification', async () => {
      expect(await message(arrivals, { typeDetails: {}, flightDetails: {} })).toEqual(
        expect.arrayContaining(['Please Select Traveler Type', 'Please Select Entry Point']),
      );
      expect(
        await message(departures, {
          questions: firstAnswered({ accepted: true, declined: true }).map((row, i) => (i === 1 ? { id: row.id, rank: 2 } : row)),
        }),
      ).toEqual(['Please answer only yes or no but not both question 1', 'Please answer question 2']);
    });
  });
}
