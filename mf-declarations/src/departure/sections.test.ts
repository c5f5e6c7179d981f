import { fieldsOf } from '@portal/contract-kit';
import { answerableModes, DepartureDeclarationBody } from 'svc-declarations/contract';
import { seenFields } from '../shared/visible.ts';
import { departureForm } from './sections.tsx';

// It ships modules that jest does not load, and no field is drawn here.
jest.mock('downshift', () => ({}));

const sections = departureForm([{ code: '2026-05-02', name: '2 May 2026' }]);
const seen = (model: object): string[] => seenFields(sections, model as never, 'register').map(({ name }) => name);

describe('the departure form', () => {
  it('has a card for journey, passport, contact, person, money, questions and requirements', () => {
    expect(sections.map(({ id }) => id)).toEqual(['journey', 'passport', 'contact', 'person', 'money', 'questions', 'requirements']);
  });

  it('asks for flight and port at an airport alone', () => {
    expect(seen({ flightDetails: { airport: '1' } })).toEqual(expect.arrayContaining(['flightCode', 'embarkationPortCode']));
    expect(seen({ flightDetails: { airport: '0' } }).filter((name) => /flightCode|embarkation/.test(name))).toEqual([]);
  });

  it('asks for currency and amount of those who carry money', () => {
    expect(seen({ currencyStatus: 'YES' })).toEqual(expect.arrayContaining(['currencyCode', 'currencyAmount']));
    expect(seen({ currencyStatus: 'NO' }).filter((name) => /currency(Code|Amount)/.test(name))).toEqual([]);
  });

  it('asks every field that has to be answered', () => {
    const required = fieldsOf(DepartureDeclarationBody)
      .filter((field) => field.required && !['agencyCode', 'documentCode', 'entryPointCode'].includes(field.name))
      .map(({ name }) => name);
    expect(seen({})).toEqual(expect.arrayContaining(required));
  });

  it('takes answers in the six modes in which one writes', () => {
    expect(answerableModes).toEqual(['register', 'new', 'edit', 'update', 'verification', 'amendment']);
  });
});
