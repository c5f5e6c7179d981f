import { KitProviders, useKitText } from '@portal/web-kit';
import { StaticRouter } from '@portal/web-kit/prerender';
import '@portal/web-kit/staff';
import { renderToStaticMarkup } from 'react-dom/server';
import PublicLicenceDocumentScreen from './public-document.screen.tsx';

// Jest cannot load modules of this package, and the test renders no list that is searched.
jest.mock('downshift', () => ({}));

const mockPage = { model: { id: '' }, action: '', actions: [] as { name: string }[] };
jest.mock('@portal/web-kit', () => ({
  ...jest.requireActual('@portal/web-kit'),
  useParams: () => ({ action: mockPage.action, id: mockPage.model.id }),
}));
jest.mock('./licence.api.ts', () => ({ ...jest.requireActual('./licence.api.ts'), useLicence: () => ({ data: mockPage }) }));
jest.mock('./use-licence-document.tsx', () => ({ useLicenceDocument: () => ({ errors: [], summary: null, panel: null }) }));

/** Renders the page. */
function page(action: string, model: { id: string; documentStatus: string; serialReference?: object }, ...offered: string[]): string {
  Object.assign(mockPage, { action, model, actions: offered.map((name) => ({ name })) });
  return renderToStaticMarkup(
    <KitProviders name="licences">
      <StaticRouter location="/">
        <PublicLicenceDocumentScreen />
      </StaticRouter>
    </KitProviders>,
  );
}

/** Returns where the page links to its code. */
function linkToCode(action: string, id: string, serialReference?: object): string | undefined {
  const html = page(action, { id, documentStatus: serialReference ? 'SUBMITTED' : 'STORED', serialReference });
  return /href="([^"]*)"[^>]*>Show the code</.exec(html)?.[1];
}

/** Returns the title of the card that holds the questions of the office. */
function threadTitle(): string {
  const Title = () => useKitText()('thread.title');
  return renderToStaticMarkup(
    <KitProviders name="licences">
      <Title />
    </KitProviders>,
  );
}

it.each([
  ['QUERIED', 'feedback'],
  ['RETURNED', 'submission'],
])('an application that is %s leads its applicant to the words of the office', (documentStatus, offered) => {
  const html = page('view', { id: 'L1', documentStatus, serialReference: { reference: 'PL-2026-0000001' } }, offered);
  expect(/govuk-inset-text">([^<]*)/.exec(html)?.[1]).toContain(`under “${threadTitle()}”`);
});

it('an application leads its applicant to the code, unless it is a draft, being changed or opened from the register', () => {
  const serialReference = { reference: 'PL-2026-0000001' };
  expect(linkToCode('view', 'L1', serialReference)).toBe('/eservice/medical/professional/qr/L1');
  expect(linkToCode('withdrawal', 'L1', serialReference)).toBeUndefined();
  expect(linkToCode('view', 'L1')).toBeUndefined();
  expect(linkToCode('view', `k.key-1.${'a'.repeat(60)}`, serialReference)).toBeUndefined();
});
