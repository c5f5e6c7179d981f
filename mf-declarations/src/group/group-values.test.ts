import { ArrivalDeclarationBody, DepartureDeclarationBody } from 'svc-declarations/contract';
import { sentOf } from './group-values.ts';

it.each([ArrivalDeclarationBody, DepartureDeclarationBody])(
  'a declaration is sent with the same body in every language, so that a lost answer and a change of language do not register it twice (%p)',
  (contract) => {
    const inLanguage = (words: string) =>
      sentOf(contract, {
        id: 'D1',
        version: 2,
        comment: 'Asked',
        documentStatus: 'CREATED',
        firstName: 'Ana',
        flightDetails: { code: 'DIL', airport: '1', description: words },
        questions: [{ id: 'Q1', rank: 1, description: words }],
        requirements: [{ id: 'R1', description: words, quantity: 1, accepted: true }],
      });
    expect(JSON.stringify(inLanguage('en'))).toBe(JSON.stringify(inLanguage('pt')));
    expect(inLanguage('en')).toEqual({
      id: 'D1',
      version: 2,
      comment: 'Asked',
      firstName: 'Ana',
      flightDetails: { code: 'DIL' },
      questions: [{ id: 'Q1', rank: 1 }],
      requirements: [{ id: 'R1', accepted: true }],
    });
  },
);
