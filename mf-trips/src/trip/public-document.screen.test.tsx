import { KitProviders } from '@portal/web-kit';
import { StaticRouter } from '@portal/web-kit/prerender';
import { renderToStaticMarkup } from 'react-dom/server';
import PublicTripDocumentScreen from './public-document.screen.tsx';

// Jest cannot load modules of this package, and the test renders no list that is searched.
jest.mock('downshift', () => ({}));

const mockPage = { model: {}, mode: '' };
jest.mock('@portal/web-kit', () => ({ ...jest.requireActual('@portal/web-kit'), useParams: () => ({ mode: mockPage.mode, id: 'T1' }) }));
jest.mock('./trip.api.ts', () => ({ ...jest.requireActual('./trip.api.ts'), useTrip: () => ({ data: { model: mockPage.model, actions: [] } }) }));
jest.mock('./use-trip-document.tsx', () => ({ useTripDocument: () => ({ errors: [], summary: null, panel: null }) }));

/** Returns where the page links to its code. */
function linkToCode(mode: string, serialReference?: object): string | undefined {
  Object.assign(mockPage, { mode, model: { id: 'T1', documentStatus: serialReference ? 'SUBMITTED' : 'STORED', serialReference } });
  const html = renderToStaticMarkup(
    <KitProviders name="trips">
      <StaticRouter location="/">
        <PublicTripDocumentScreen />
      </StaticRouter>
    </KitProviders>,
  );
  return /href="([^"]*)"[^>]*>Show the code</.exec(html)?.[1];
}

it('a trip leads its applicant to the code, unless it is a draft or being changed', () => {
  const serialReference = { reference: 'TIBE-2026-0000001' };
  expect(linkToCode('view', serialReference)).toBe('/eservice/triptic/trip/inqr/T1');
  expect(linkToCode('amendment', serialReference)).toBeUndefined();
  expect(linkToCode('view')).toBeUndefined();
});
