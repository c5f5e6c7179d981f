import { addPack } from '@portal/contract-kit';
import { addTexts, initI18n, KitProviders } from '@portal/web-kit';
import { StaticRouter } from '@portal/web-kit/prerender';
import { renderToStaticMarkup } from 'react-dom/server';
import { en } from '../texts/en.ts';
import { pt } from '../texts/pt.ts';
import VerifyPage from './verify.tsx';

// Jest cannot load one part of the combobox's library, which is an ES module; nothing scrolls here.
jest.mock('compute-scroll-into-view', () => ({ compute: () => [] }));
jest.mock('../layout/use-registry.ts', () => ({ useRegistry: () => undefined }));
const mockFinding: Record<string, unknown> = { verdict: 'genuine', genuine: true, kind: 'triptic-trip', reference: 'TVE-2026-0000001' };
const mockTimes = { issuedAt: '2026-03-27T10:05:00', validFrom: '2026-03-28', checkedAt: '2026-05-01T10:05:00Z' };
jest.mock('@portal/web-kit', () => ({ ...jest.requireActual('@portal/web-kit'), useQuery: () => ({ data: { ...mockFinding, ...mockTimes } }) }));

const pageIn = (language: string): string => {
  addTexts('shell', { en, pt });
  initI18n(language);
  return renderToStaticMarkup(
    <KitProviders name="shell">
      <StaticRouter location="/v/token">
        <VerifyPage />
      </StaticRouter>
    </KitProviders>,
  );
};

const indonesian = { '{{day}} {{month}} {{year}}': '{{day}} {{month}} {{year}}', March: 'Maret', May: 'Mei' };

it.each([
  ['en', ['1 May 2026', '27 March 2026', '28 March 2026']],
  ['pt', ['1 de maio de 2026', '27 de março de 2026', '28 de março de 2026']],
  ['id', ['1 Mei 2026', '27 Maret 2026', '28 Maret 2026']],
])('every date of the page is in its language: %s', (language, days) => {
  addPack({ tag: 'id', name: 'Bahasa Indonesia', direction: 'ltr', checked: null, texts: indonesian });
  expect(pageIn(language).match(/\d+ (?:de )?[a-zç]+ (?:de )?2026/gi)).toEqual(days);
});

// A message about a trip that is overdue links to the code of that trip, which has no newer one.
it('an expired code is said to have a newer one only if there is one', () => {
  mockFinding.verdict = 'expired';
  expect(pageIn('en')).toContain('genuine, but the days of this code are over. If the document has a newer code, ask for that one.');
  expect(pageIn('pt')).toContain('Se o documento tiver um código mais recente, peça esse.');
});
