import { KitProviders } from '@portal/web-kit';
import { StaticRouter } from '@portal/web-kit/prerender';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ImportedPerson } from 'svc-declarations/contract';
import { PeopleTable } from './tables.tsx';

// Jest cannot load modules of this package, and the test renders no field.
jest.mock('downshift', () => ({}));

const mockPerson: ImportedPerson = { row: 2, id: 'a1', reference: 'ARR-2026-0000001', name: 'ANA SILVA', lane: 'GREEN', documentStatus: 'CREATED' };
jest.mock('@portal/web-kit', () => ({
  ...jest.requireActual('@portal/web-kit'),
  useQuery: () => ({ data: { records: [mockPerson] } }),
}));

it('the people who are registered lead to their pages with the code, where the agent updates their declarations', () => {
  const page = renderToStaticMarkup(
    <KitProviders name="declarations">
      <StaticRouter location="/other/traveller/import/1">
        <PeopleTable id="1" count={1} />
      </StaticRouter>
    </KitProviders>,
  );
  expect(page).toMatch(/<a [^>]*href="\/eservice\/traveller\/declaration\/qr\/a1"[^>]*>ANA SILVA<\/a>/);
});
