import { t } from './texts.ts';

describe('a number of records', () => {
  it.each([
    [t.found('1'), '1 record', '1 registo'],
    [t.size('1'), '1 record', '1 registo'],
    [t.size('2'), '2 records', '2 registos'],
    [t.first('1'), 'The first record', 'O primeiro registo'],
    [t.first('50'), 'The first 50 records', 'Os primeiros 50 registos'],
  ])('is said in the form of the number: $en', (said, en, pt) => expect([said.en, said.pt]).toEqual([en, pt]));
});
