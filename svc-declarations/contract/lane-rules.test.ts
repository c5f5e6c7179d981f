import { fieldAt } from '@portal/contract-kit';
import { ArrivalDeclarationBody } from './arrival.ts';
import {
  type FactType,
  type FactValue,
  type LaneReason,
  laneFact,
  laneInputFields,
  laneInputs,
  laneInputType,
  laneRuleOf,
  specificationTable,
  watchListOf,
} from './lane-rules.ts';

const declared = {
  nationalityCode: 'PT',
  originCode: 'ID',
  birthNationalityCode: 'BR',
  entryPointCode: 'DIL',
  embarkationPortCode: 'DPS',
  flightNumber: 'QG500',
  arrivalDate: '2026-05-17',
  typeDetails: { code: 'VIS' },
  reason: 'OBJ01',
  accommodationType: 'HTL',
  travellerCode: 'CX998877',
  gender: 'F',
  occupation: 'NURSE',
  birthDate: '1990-05-17',
  stayLength: 14,
  numberOfBaggages: 0,
  goods: [{ description: 'Wine' }, {}, { description: 'Coffee' }],
  hasMerchandise: 'YES',
  currencyStatus: 'NO',
  currencyAmount: 6_000,
  currencyCode: 'EUR',
  questions: [
    { id: 'ARR-Q1', answer: 'NO' },
    { id: 'ARR-Q2', answer: 'YES' },
    { id: 'ARR-Q3', answer: '' },
  ],
  declarations: [{ id: 'ARR-D1', answer: 'YES' }],
};
const factOf = (input: string, body: object, ...lists: string[]): FactValue => laneFact(input, body as ArrivalDeclarationBody, (list) => lists.includes(list));

/** What a condition of a lane rule can compare: its type, what it is of the declaration above, and the fields that say it. */
const inputs: [input: string, type: FactType, fact: FactValue, fields: string][] = [
  ['nationality', 'string', 'PT', 'nationalityCode'],
  ['origin', 'string', 'ID', 'originCode'],
  ['birthCountry', 'string', 'BR', 'birthNationalityCode'],
  ['entryPoint', 'string', 'DIL', 'entryPointCode'],
  ['embarkationPort', 'string', 'DPS', 'embarkationPortCode'],
  ['flight', 'string', 'QG500', 'flightNumber'],
  ['arrivalDate', 'date', '2026-05-17', 'arrivalDate'],
  ['travellerType', 'string', 'VIS', 'typeDetails'],
  ['reason', 'string', 'OBJ01', 'reason'],
  ['accommodation', 'string', 'HTL', 'accommodationType'],
  ['passport', 'string', 'CX998877', 'travellerCode'],
  ['gender', 'string', 'F', 'gender'],
  ['occupation', 'string', 'NURSE', 'occupation'],
  ['age', 'number', 36, 'birthDate arrivalDate'],
  ['stayLength', 'number', 14, 'stayLength'],
  ['bags', 'number', 0, 'numberOfBaggages'],
  ['goods', 'number', 2, 'goods'],
  ['merchandise', 'boolean', true, 'hasMerchandise'],
  ['money', 'boolean', false, 'currencyStatus'],
  ['moneyAmount', 'number', 6_000, 'currencyAmount'],
  ['moneyCurrency', 'string', 'EUR', 'currencyCode'],
];
/** What comes from the catalogues and the watch lists, in the same form. */
const catalogueInputs: typeof inputs = [
  ['questions.ARR-Q1', 'boolean', false, 'questions'],
  ['questions.ARR-Q2', 'boolean', true, 'questions'],
  ['questions.ARR-Q3', 'boolean', null, 'questions'],
  ['questions.ARR-Q4', 'boolean', null, 'questions'],
  ['declarations.ARR-D1', 'boolean', true, 'declarations'],
  ['watchList.STOLEN', 'boolean', true, 'travellerCode firstName lastName birthDate'],
  ['watchList.SMUGGLING-2', 'boolean', false, 'travellerCode firstName lastName birthDate'],
];

describe('the inputs of a lane table', () => {
  it('are these, and answers and watch lists', () => expect(Object.keys(laneInputs)).toEqual(inputs.map(([input]) => input)));

  it.each([...inputs, ...catalogueInputs])('have %s, a %s, which is %p by %s', (input, type, fact, fields) => {
    expect([laneInputType(input), factOf(input, declared, 'STOLEN'), laneInputFields(input)]).toEqual([type, fact, fields.split(' ')]);
    for (const field of laneInputFields(input)) expect([field, fieldAt(ArrivalDeclarationBody, field)?.name]).toEqual([field, field]);
  });

  it.each(inputs.filter(([input]) => input !== 'goods').map(([input]) => input))('do not know %s where it is not answered', (input) => {
    const blank = Object.fromEntries(Object.keys(declared).map((field) => [field, '']));
    expect([factOf(input, {}), factOf(input, blank)]).toEqual([null, null]);
  });

  it('count no goods where no row describes any', () => expect([factOf('goods', {}), factOf('goods', { goods: [{}] })]).toEqual([0, 0]));

  it.each(['', 'money.amount', 'toString', 'questions', 'questions.', 'questions.a b', 'goods.1', 'watchList', 'watchList.', 'watchList.stolen'])(
    'do not have %p',
    (input) => expect([laneInputType(input), watchListOf(input)]).toEqual([undefined, undefined]),
  );
});

it('the rule of the specification sends merchandise to the red lane, is the first table, and is always in force', () => {
  const { inputs, rules, order, status, deciding, always } = specificationTable;
  expect([inputs, rules.map(({ when, lane }) => [when, lane])]).toEqual([['merchandise'], [[['true'], 'RED']]]);
  expect({ order, status, deciding, always }).toEqual({ order: 0, status: 'IN_FORCE', deciding: true, always: true });
});

it.each<[Partial<LaneReason>, string]>([
  [{ table: 'RISK-FLIGHTS', number: 3, rule: 12 }, 'RISK-FLIGHTS/3/12'],
  [{}, 'SPECIFICATION'],
])('the rule behind the reason %j is called %s', (reason, name) => expect(laneRuleOf({ en: '', pt: '', ...reason })).toBe(name));
