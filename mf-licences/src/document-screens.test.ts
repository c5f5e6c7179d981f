import { type DocumentScreen, drawDocumentScreen, fillDocument } from '@portal/web-kit/prerender';
import { licenceStatuses } from 'svc-licences/contract';
import { area } from './area.tsx';
import { documentScreens } from './document-screens.ts';

// Jest cannot load modules of this package, and the test renders no list that is searched.
jest.mock('downshift', () => ({}));

const id = '0198c0de-0000-7000-8000-000000000001';
const actions = [{ name: 'print-form', label: { en: 'Download', pt: 'Descarregar' }, method: 'GET', url: `/v1/${id}/print-form`, modes: ['*'] }];

it('the page with the code says what happens next while the application is in process', async () => {
  const { cases } = await drawDocumentScreen(area, documentScreens[0] as DocumentScreen, 'en');
  const withNext = licenceStatuses.filter((documentStatus) => {
    const licence = { serialReference: { reference: 'PL-2026-0000001' }, holderName: 'ANA COSTA', documentName: 'Nurse', documentStatus };
    const answer = { model: { id, version: 2, ...licence, beginDate: '2026-03-27' }, actions };
    const html = fillDocument(cases, id, answer, 'en', { product: 'Customs' })?.html ?? '';
    expect(html).toContain('PL-2026-0000001');
    const shown = ['What happens next', 'handled in the order it came', 'Keep the address'].map((text) => html.includes(text));
    expect(new Set(shown).size).toBe(1);
    const isAsked = documentStatus === 'QUERIED';
    expect(html.includes('The agency asks you something')).toBe(isAsked);
    expect(html.includes('An officer checks your documents')).toBe(shown[0] && !isAsked);
    return shown[0];
  });
  expect(withNext).toEqual(['SUBMITTED', 'QUERIED', 'REPLIED', 'VERIFIED', 'ASSESSED', 'RECOMMENDED', 'SENT FOR APPROVAL']);
});
