import type { Language } from '@portal/contract-kit';
import { initI18n, KitProviders } from '@portal/web-kit';
import { renderToStaticMarkup } from 'react-dom/server';
import type { TripDocument } from 'svc-trips/contract';
import { tripSections } from './sections.tsx';

// Jest cannot load modules of this package, and the test renders no list that is searched.
jest.mock('downshift', () => ({}));

const feesWith = (permit: string) => [
  { code: 'P', name: 'Permit', amount: 1000, status: permit, stage: 'permit' },
  { code: 'E', name: 'Exit', amount: 500, status: 'DUE', stage: 'exit' },
];

/** Returns what the page says of each fee. */
function saidOf(language: Language, model: Partial<TripDocument>): string[] {
  initI18n(language);
  const section = tripSections().find(({ id }) => id === 'fees');
  const html = renderToStaticMarkup(
    <KitProviders name="trips">{section?.render?.({ model: { id: 'T1', ...model }, mode: 'view', editable: false })}</KitProviders>,
  );
  const cells = [...html.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = '']) => cell.replace(/<[^>]+>/g, ''));
  return cells.filter((_cell, i) => i % 4 === 2);
}

it.each([
  ['new', 'DUE', ['Not due yet', 'Not due yet']],
  ['STORED', 'DUE', ['Not due yet', 'Not due yet']],
  ['SUBMITTED', 'DUE', ['Not due yet', 'Not due yet']],
  ['VERIFIED FOR EXIT', 'DUE', ['To pay', 'Not due yet']],
  ['PAID FOR APPROVAL', 'PAID', ['Paid', 'Not due yet']],
  ['APPROVED TO EXIT', 'PAID', ['Paid', 'To pay']],
  ['CONFIRMED FOR EXIT', 'DUE', ['To pay', 'To pay']],
  ['TERMINATED', 'PAID', ['Paid', '–']],
] as const)('the page of a trip that is %s, with the permit fee %s, says of its fees what the prints say', (documentStatus, permit, said) => {
  expect(saidOf('en', { ...(documentStatus === 'new' ? {} : { documentStatus }), fees: feesWith(permit) })).toEqual(said);
});

it('the page of an entry, all of whose fees are due after its verification, says so in Portuguese', () => {
  const documentDetails = { movement: 'I' };
  const fees = feesWith('DUE');
  expect(saidOf('pt', { documentStatus: 'SUBMITTED', documentDetails, fees })).toEqual(['Ainda não devida', 'Ainda não devida']);
  expect(saidOf('pt', { documentStatus: 'VERIFIED FOR ENTRY', documentDetails, fees })).toEqual(['Por pagar', 'Por pagar']);
});
