import { KitProviders } from '@portal/web-kit';
import { StaticRouter } from '@portal/web-kit/prerender';
import { renderToStaticMarkup } from 'react-dom/server';
import PublicLicenceDocumentScreen from './public-document.screen.tsx';

// Jest cannot load modules of this package, and the test renders no list that is searched.
jest.mock('downshift', () => ({}));

const mockPage = { model: { id: '' }, action: '' };
jest.mock('@portal/web-kit', () => ({
  ...jest.requireActual('@portal/web-kit'),
  useParams: () => ({ action: mockPage.action, id: mockPage.model.id }),
}));
jest.mock('./licence.api.ts', () => ({ ...jest.requireActual('./licence.api.ts'), useLicence: () => ({ data: { model: mockPage.model, actions: [] } }) }));
jest.mock('./use-licence-document.tsx', () => ({ useLicenceDocument: () => ({ errors: [], summary: null, panel: null }) }));

/** Returns where the page links to its code. */
function linkToCode(action: string, id: string, serialReference?: object): string | undefined {
  Object.assign(mockPage, { action, model: { id, documentStatus: serialReference ? 'SUBMITTED' : 'STORED', serialReference } });
  const html = renderToStaticMarkup(
    <KitProviders name="licences">
      <StaticRouter location="/">
        <PublicLicenceDocumentScreen />
      </StaticRouter>
    </KitProviders>,
  );
  return /href="([^"]*)"[^>]*>Show the code</.exec(html)?.[1];
}

it('an application leads its applicant to the code, unless it is a draft, being changed or opened from the register', () => {
  const serialReference = { reference: 'PL-2026-0000001' };
  expect(linkToCode('view', 'L1', serialReference)).toBe('/eservice/medical/professional/qr/L1');
  expect(linkToCode('withdrawal', 'L1', serialReference)).toBeUndefined();
  expect(linkToCode('view', 'L1')).toBeUndefined();
  expect(linkToCode('view', `k.key-1.${'a'.repeat(60)}`, serialReference)).toBeUndefined();
});
