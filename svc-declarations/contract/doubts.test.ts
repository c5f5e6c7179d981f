import { arrivalDoubts, departureDoubts, isFlightNumber, type TopicOf } from './doubts.ts';

const topics: Record<string, string> = { Q1: 'RESTRICTED', Q2: 'MERCHANDISE', Q3: 'FOOD', Q4: 'MONEY', Q5: '' };
const topicOf: TopicOf = (question) => topics[question ?? ''];
const answers = (...yes: string[]) => Object.keys(topics).map((id) => ({ id, answer: yes.includes(id) ? 'YES' : 'NO' }));

/** A set of answers that raises no doubt. */
const arrival = (changes: object = {}) => ({
  typeDetails: { code: 'VIS', foreigner: true },
  flightCode: 'SQ461',
  arrivalDate: '2026-12-01',
  departureDate: '2026-12-11',
  stayLength: 10,
  birthDate: '1990-05-17',
  expiryDate: '2030-01-31',
  reason: 'OBJ01',
  hasMerchandise: 'NO',
  currencyStatus: 'NO',
  questions: answers(),
  goods: [{}],
  ...changes,
});
const asked = (changes: object) => arrivalDoubts(arrival(changes), topicOf).map(({ id, fields }) => [id, ...fields]);

describe('what is asked about the answers of an arrival', () => {
  it('is nothing where they agree', () => {
    expect(asked({})).toEqual([]);
    expect(asked({ hasMerchandise: 'YES', goods: [{ description: 'Coffee', quantity: 3 }], questions: answers('Q1', 'Q2') })).toEqual([]);
    expect(asked({ currencyStatus: 'YES', currencyCode: 'USD', currencyAmount: 6_000, questions: answers('Q4') })).toEqual([]);
    // 4000 of another currency may be worth more than 5000 USD.
    expect(asked({ currencyStatus: 'YES', currencyCode: 'KWD', currencyAmount: 4_000, questions: answers('Q4') })).toEqual([]);
    expect(asked({ stayLength: 11 })).toEqual([]);
    expect(asked({ nationalityCode: 'PT' })).toEqual([]);
    expect(asked({ typeDetails: { code: 'CIT' }, nationalityCode: 'TL' })).toEqual([]);
    expect(asked({ typeDetails: { code: 'DIP', permit: true }, nationalityCode: 'PT' })).toEqual([]);
    expect(arrivalDoubts({}, topicOf)).toEqual([]);
  });

  it.each<[string, object]>([
    ['a kind of traveller, and no nationality yet', { typeDetails: { code: 'CIT' }, nationalityCode: '' }],
    ['a nationality, and no kind of traveller yet', { typeDetails: {}, nationalityCode: 'PT' }],
    ['a passport that ends on the birthday of a year that nobody can read', { birthDate: '19O0-05-17', expiryDate: '2030-05-17' }],
    ['a birthday on which a passport ends in a year that nobody can read', { expiryDate: '2O30-05-17' }],
    ['somebody who is 110 years old', { birthDate: '1916-12-01' }],
    ['a stay without a day of leaving', { departureDate: '', stayLength: 90 }],
    ['a day of leaving without a length of stay', { departureDate: '2027-03-01', stayLength: undefined }],
    // The rules report a departure before the arrival.
    ['leaving before arriving', { departureDate: '2026-11-20', stayLength: 90 }],
    ['a passport that ends on the day of leaving', { expiryDate: '2026-12-11' }],
    ['a visa that ends on the day of leaving', { permitExpiry: '2026-12-11' }],
    ['an adult who comes to work', { reason: 'OBJ06', birthDate: '2008-12-01' }],
    ['somebody who comes to work and does not say when he was born', { reason: 'OBJ06', birthDate: '' }],
    ['a child on a visit', { birthDate: '2012-05-17' }],
    ['a child with a sponsor', { typeDetails: { code: 'STU', foreigner: true, sponsor: true }, birthDate: '2012-05-17' }],
    ['a child with a permit', { typeDetails: { code: 'PER', foreigner: true, permit: true }, birthDate: '2012-05-17' }],
    ['money whose amount is not there yet', { currencyStatus: 'YES', currencyCode: 'USD', currencyAmount: '', questions: answers('Q4') }],
    ['merchandise where the catalogue asks nothing about it', { hasMerchandise: 'YES', goods: [{ description: 'Coffee', value: 5 }], questions: [] }],
  ])('is nothing for %s', (_what, changes) => expect(asked(changes)).toEqual([]));

  it.each([
    [{ stayLength: 1 }, 'You stay 1 day, and you leave 10 days after you arrive.', 'A estadia é de 1 dia, mas parte 10 dias depois de chegar.'],
    [
      { stayLength: 9, departureDate: '2026-12-02' },
      'You stay 9 days, and you leave 1 day after you arrive.',
      'A estadia é de 9 dias, mas parte 1 dia depois de chegar.',
    ],
  ])('counts one day as one: %j', (changes, en, pt) => {
    expect(arrivalDoubts(arrival(changes), topicOf).map(({ text }) => [text.en, text.pt])).toEqual([[en, pt]]);
  });

  it.each<[string, object, string[]]>([
    ['nothing to declare, and food and weapons', { questions: answers('Q1', 'Q3') }, ['nothing-to-declare', 'hasMerchandise', 'questions.0', 'questions.2']],
    [
      'merchandise, and no question about goods',
      { hasMerchandise: 'YES', goods: [{ description: 'Coffee', value: 5 }] },
      ['merchandise-not-asked', 'hasMerchandise', 'questions.1'],
    ],
    [
      'merchandise that is nothing',
      { hasMerchandise: 'YES', goods: [{ description: 'Nothing', quantity: 2 }], questions: answers('Q2') },
      ['goods-0', 'hasMerchandise', 'goods.0.description'],
    ],
    [
      'merchandise without any number',
      { hasMerchandise: 'YES', goods: [{ description: 'Coffee', quantity: '' }], questions: answers('Q2') },
      ['goods-0', 'hasMerchandise', 'goods.0.quantity'],
    ],
    ['money ticked, and not declared', { questions: answers('Q4') }, ['money-asked', 'questions.3', 'currencyStatus']],
    [
      'money declared, and not ticked',
      { currencyStatus: 'YES', currencyCode: 'EUR', currencyAmount: 9_000 },
      ['money-not-asked', 'currencyStatus', 'questions.3'],
    ],
    [
      'more than 5000 USD, which are 300',
      { currencyStatus: 'YES', currencyCode: 'USD', currencyAmount: '300', questions: answers('Q4') },
      ['money-small', 'currencyStatus', 'currencyAmount'],
    ],
    [
      'more than 5000 USD, which are 5000',
      { currencyStatus: 'YES', currencyCode: 'USD', currencyAmount: 5_000, questions: answers('Q4') },
      ['money-small', 'currencyStatus', 'currencyAmount'],
    ],
    ['a child that comes to work', { reason: 'OBJ06', birthDate: '2012-05-17' }, ['young-worker', 'reason', 'birthDate']],
    [
      'a child with the permit of a worker',
      { typeDetails: { foreigner: true, sponsor: true, permit: true }, birthDate: '2012-05-17' },
      ['young-worker', 'typeDetails.code', 'birthDate'],
    ],
    ['a passport that ends on the birthday', { expiryDate: '2030-05-17' }, ['same-day', 'expiryDate', 'birthDate']],
    ['somebody who is more than 110 years old', { birthDate: '1915-12-01' }, ['age', 'birthDate']],
    ['a stay of another length', { stayLength: 90 }, ['stay', 'stayLength', 'departureDate']],
    ['a stay of days that ends on the day of arrival', { departureDate: '2026-12-01' }, ['stay', 'stayLength', 'departureDate']],
    ['a passport that ends during the stay', { expiryDate: '2026-12-05' }, ['passport-ends', 'expiryDate', 'departureDate']],
    ['a visa that ends during the stay', { permitExpiry: '2026-12-05' }, ['permit-ends', 'permitExpiry', 'departureDate']],
    ['a citizen of another country', { typeDetails: { code: 'CIT' }, nationalityCode: 'PT' }, ['citizen-abroad', 'typeDetails.code', 'nationalityCode']],
    ['a visitor of this country', { nationalityCode: 'TL' }, ['foreign-citizen', 'typeDetails.code', 'nationalityCode']],
    [
      'a foreign resident of this country',
      { typeDetails: { code: 'RES', resident: true }, nationalityCode: 'TL' },
      ['foreign-citizen', 'typeDetails.code', 'nationalityCode'],
    ],
    ['a flight that is none', { flightCode: 'BALI' }, ['flight', 'flightCode']],
  ])('names both answers: %s', (_what, changes, doubt) => {
    expect(asked(changes)).toEqual([doubt]);
  });
});

it.each<[object, string]>([
  [{ description: 'None', quantity: 2 }, 'You have merchandise to declare, and described it as nothing.'],
  [{ description: 'Coffee' }, 'You declare goods without a quantity and a value.'],
])('says what is odd about the goods %j', (row, text) => {
  const doubts = arrivalDoubts(arrival({ hasMerchandise: 'YES', goods: [row], questions: answers('Q2') }), topicOf);
  expect(doubts.map((doubt) => doubt.text.en)).toEqual([text]);
});

describe('what is asked about the answers of a departure', () => {
  it('compares money as its questions store it', () => {
    const questions = (yes: boolean) => [{ id: 'Q4', accepted: yes, declined: !yes }];
    const ids = (body: object) => departureDoubts(body, topicOf).map(({ id }) => id);
    expect(ids({ currencyStatus: 'NO', questions: questions(false) })).toEqual([]);
    expect(ids({ currencyStatus: 'NO', questions: questions(true) })).toEqual(['money-asked']);
    expect(ids({ departureDate: '2026-12-01', birthDate: '1990-05-17', expiryDate: '2031-05-17' })).toEqual(['same-day']);
  });
});

it.each([
  ['SQ461', true],
  ['8g 101', true],
  ['QF1991', true],
  ['SIA461', true],
  ['TL512A', true],
  ['SQ', false],
  ['12345', false],
  ['MV Bahari', false],
])('%s looks like a flight: %s', (typed, isFlight) => expect(isFlightNumber(typed)).toBe(isFlight));
