import { type DocumentScreen, drawDocumentScreen, fillDocument } from '@portal/web-kit/prerender';
import { tripStatuses } from 'svc-trips/contract';
import { area } from './area.tsx';
import { documentScreens } from './document-screens.ts';

// Jest cannot load modules of this package, and the test renders no list that is searched.
jest.mock('downshift', () => ({}));

const id = '0198c0de-0000-7000-8000-000000000001';
const actions = [{ name: 'print-form', label: { en: 'Download', pt: 'Descarregar' }, method: 'GET', url: `/v1/${id}/print-form`, modes: ['*'] }];

it('the page with the code asks to answer an open question, also without script', async () => {
  const { cases } = await drawDocumentScreen(area, documentScreens[0] as DocumentScreen, 'en');
  const steps = (feedback: object[]) => {
    const trip = { serialReference: { reference: 'TI-2026-0000001' }, vehicleNumber: 'B 1234', documentDetails: { name: 'Permit', movement: 'E' } };
    const answer = { model: { id, version: 2, ...trip, documentStatus: 'SUBMITTED' }, actions: [...actions, ...feedback] };
    const html = fillDocument(cases, id, answer, 'en', { product: 'Customs' })?.html ?? '';
    return ['answer on the page of your document', 'An officer checks your application', 'Keep the address of this page'].map((text) => html.includes(text));
  };
  expect(steps([])).toEqual([false, true, true]);
  expect(
    steps([{ name: 'feedback', label: { en: 'Answer', pt: 'Responder' }, method: 'POST', url: `/v1/${id}/actions/feedback`, modes: ['feedback'] }]),
  ).toEqual([true, false, true]);
});

it.each([
  ['E', ['CONFIRMED FOR RETURN', 'TERMINATED']],
  ['I', ['CONFIRMED FOR EXIT', 'CONFIRMED FOR RETURN', 'TERMINATED']],
])('the page with the code says what happens next until the trip is over (movement %s)', async (movement, over) => {
  const { cases } = await drawDocumentScreen(area, documentScreens[0] as DocumentScreen, 'en');
  const withNext = tripStatuses.filter((documentStatus) => {
    const trip = { serialReference: { reference: 'TI-2026-0000001' }, vehicleNumber: 'B 1234', documentDetails: { name: 'Permit', movement }, documentStatus };
    const html = fillDocument(cases, id, { model: { id, version: 2, ...trip }, actions }, 'en', { product: 'Customs' })?.html ?? '';
    expect(html).toContain('TI-2026-0000001');
    const shown = ['What happens next', 'present it to the relevant authority', 'Keep the address of this page'].map((text) => html.includes(text));
    expect(new Set(shown).size).toBe(1);
    return shown[0];
  });
  expect(withNext).toEqual(tripStatuses.filter((status) => !over.includes(status)));
});
