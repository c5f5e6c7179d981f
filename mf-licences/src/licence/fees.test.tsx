import { KitProviders } from '@portal/web-kit';
import { renderToStaticMarkup } from 'react-dom/server';
import { licenceSections } from './sections.tsx';

// Jest cannot load modules of this package, and the test renders no list that is searched.
jest.mock('downshift', () => ({}));

const fees = [
  { code: 'A', name: 'Application', amount: 2500, status: 'DUE' },
  { code: 'B', name: 'Card', amount: 500, status: 'PAID' },
];

it.each(['SUBMITTED', 'WITHDRAWN', 'REJECTED'])('an application that is %s shows as to pay only what is due', (documentStatus) => {
  const model = { id: 'L1', documentStatus, documentCode: 'MEDIB', subDocumentCode: 'MED-BSC', fees };
  const section = licenceSections([]).find(({ id }) => id === 'fees');
  const html = renderToStaticMarkup(<KitProviders name="licences">{section?.render?.({ model, mode: 'view', editable: false })}</KitProviders>);
  expect([html.includes('To pay'), html.includes('Paid')]).toEqual([documentStatus === 'SUBMITTED', true]);
});
