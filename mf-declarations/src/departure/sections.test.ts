import { fieldsOf } from '@portal/contract-kit';
import { shownFields } from '@portal/web-kit/forms';
import { DepartureDeclarationBody } from 'svc-declarations/contract';
import { departureForm } from './sections.tsx';
import { unansweredIn } from './use-departure-form.ts';

// Jest cannot load modules of this package, and the test renders no field.
jest.mock('downshift', () => ({}));

const sections = departureForm([{ code: '2026-05-02', name: '2 May 2026' }]);
const seen = (model: object): string[] => shownFields(sections, model as never, 'register').map(({ name }) => name);

describe('the departure form', () => {
  it('has a card for journey, passport, contact, person, money, questions and requirements', () => {
    expect(sections.map(({ id }) => id)).toEqual(['journey', 'passport', 'contact', 'person', 'money', 'questions', 'requirements']);
  });

  it('asks for flight and port only at an airport', () => {
    expect(seen({ flightDetails: { airport: '1' } })).toEqual(expect.arrayContaining(['flightCode', 'embarkationPortCode']));
    expect(seen({ flightDetails: { code: 'BTG', airport: '0' } }).filter((name) => /flightCode|embarkation/.test(name))).toEqual([]);
  });

  it('asks for currency and amount when money is declared', () => {
    expect(seen({ currencyStatus: 'YES' })).toEqual(expect.arrayContaining(['currencyCode', 'currencyAmount']));
    expect(seen({ currencyStatus: 'NO' }).filter((name) => /currency(Code|Amount)/.test(name))).toEqual([]);
  });

  it('asks for every required field', () => {
    const required = fieldsOf(DepartureDeclarationBody)
      .filter((field) => field.required && !['agencyCode', 'documentCode', 'entryPointCode'].includes(field.name))
      .map(({ name }) => name);
    expect(seen({})).toEqual(expect.arrayContaining(required));
  });

  it('lets questions be answered in the six modes that edit', () => {
    const questions = sections.find(({ id }) => id === 'questions');
    const takesAnswers = (mode: string): boolean => typeof questions?.editable === 'function' && questions.editable({} as never, mode as never);
    const modes = ['register', 'new', 'edit', 'update', 'verification', 'amendment', 'view', 'print'];
    expect(modes.filter(takesAnswers)).toEqual(['register', 'new', 'edit', 'update', 'verification', 'amendment']);
  });

  it('counts the unanswered questions, which block registration and update', () => {
    expect(unansweredIn([{ id: 'a' }, { id: 'b', accepted: true }, { id: 'c', declined: true }, { id: 'd', accepted: true, declined: true }])).toBe(2);
    expect([unansweredIn([{ id: 'b', accepted: true }]), unansweredIn(undefined)]).toEqual([0, 0]);
  });
});
