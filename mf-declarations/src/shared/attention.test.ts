import { describe, expect, it } from '@jest/globals';
import { attention } from './attention.tsx';

describe('what asks for an officer’s attention', () => {
  it.each([
    ['nothing in a plain declaration', { hasMerchandise: 'NO', currencyStatus: 'NO', currencyAmount: 0 }, []],
    ['merchandise', { hasMerchandise: 'YES' }, ['Merchandise to declare']],
    ['money, with its amount', { currencyStatus: 'YES', currencyAmount: 10920, currencyCode: 'USD' }, ['Money to declare: USD\u00a010,920']],
    [
      'an answer of yes',
      {
        declarations: [
          { description: 'Ill?', answer: 'YES' },
          { description: 'Armed?', answer: 'NO' },
        ],
      },
      ['Yes: Ill?'],
    ],
    ['an accepted question', { questions: [{ description: 'Plants?', accepted: true, declined: false }] }, ['Yes: Plants?']],
  ])('is %s', (_case, model, lines) => {
    expect(attention(model, 'en')).toEqual(lines);
  });

  it('is said in the language of the page', () => {
    expect(attention({ hasMerchandise: 'YES', currencyStatus: 'YES', currencyAmount: 10920, currencyCode: 'USD' }, 'pt')).toEqual([
      'Mercadorias a declarar',
      expect.stringMatching(/^Dinheiro a declarar: USD\s10.920$/),
    ]);
  });
});
