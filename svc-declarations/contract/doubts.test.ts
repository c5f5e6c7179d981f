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
    ['a child that comes to work', { reason: 'OBJ06', birthDate: '2012-05-17' }, ['young-worker', 'reason', 'birthDate']],
    [
      'a child with the permit of a worker',
      { typeDetails: { foreigner: true, sponsor: true, permit: true }, birthDate: '2012-05-17' },
      ['young-worker', 'typeDetails.code', 'birthDate'],
    ],
    ['a passport that ends on the birthday', { expiryDate: '2030-05-17' }, ['same-day', 'expiryDate', 'birthDate']],
    ['somebody born in another century', { birthDate: '1899-05-17' }, ['age', 'birthDate']],
    ['a stay of another length', { stayLength: 90 }, ['stay', 'stayLength', 'departureDate']],
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
