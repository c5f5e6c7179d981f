import { KitProviders } from '@portal/web-kit';
import { renderToStaticMarkup } from 'react-dom/server';
import { tripSections } from './sections.tsx';

// Jest cannot load modules of this package, and the test renders no list that is searched.
jest.mock('downshift', () => ({}));

const fees = [
  { code: 'P', name: 'Permit', amount: 1000, status: 'PAID', stage: 'permit' },
  { code: 'E', name: 'Exit', amount: 500, status: 'DUE', stage: 'exit' },
];

it.each(['APPROVED TO EXIT', 'TERMINATED'])('a trip that is %s shows as to pay only what is due', (documentStatus) => {
  const section = tripSections().find(({ id }) => id === 'fees');
  const html = renderToStaticMarkup(
    <KitProviders name="trips">{section?.render?.({ model: { id: 'T1', documentStatus, fees }, mode: 'view', editable: false })}</KitProviders>,
  );
  expect([html.includes('To pay'), html.includes('Paid')]).toEqual([documentStatus === 'APPROVED TO EXIT', true]);
});
