import { KitProviders } from '@portal/web-kit';
import { renderToStaticMarkup } from 'react-dom/server';
import { licenceSections } from './sections.tsx';

// Jest cannot load modules of this package, and the test renders no list that is searched.
jest.mock('downshift', () => ({}));

const fees = [
  { code: 'A', name: 'Application', amount: 2500, status: 'DUE' },
  { code: 'B', name: 'Card', amount: 500, status: 'PAID' },
];

it.each([
  ['STORED', ['Not due yet', 'Not due yet']],
  ['SUBMITTED', ['To pay', 'Paid']],
  ['WITHDRAWN', ['–', 'Paid']],
  ['REJECTED', ['–', 'Paid']],
])('an application that is %s shows as to pay only what is due', (documentStatus, said) => {
  const held = documentStatus === 'STORED' ? fees.map((fee) => ({ ...fee, status: 'DUE' })) : fees;
  const model = { id: 'L1', documentStatus, documentCode: 'MEDIB', subDocumentCode: 'MED-BSC', fees: held };
  const section = licenceSections([]).find(({ id }) => id === 'fees');
  const html = renderToStaticMarkup(<KitProviders name="licences">{section?.render?.({ model, mode: 'view', editable: false })}</KitProviders>);
  const cells = [...html.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = '']) => cell.replace(/<[^>]+>/g, ''));
  expect(cells.filter((_cell, i) => i % 4 === 2)).toEqual(said);
});
