import { addTexts, KitProviders } from '@portal/web-kit';
import { StaticRouter } from '@portal/web-kit/prerender';
import { renderToStaticMarkup } from 'react-dom/server';
import type { DocumentKind } from '../../area.ts';
import { texts } from './board.texts.ts';
import type { AreaNumbers, Numbers } from './board-data.ts';
import { KindCharts } from './kind-charts.tsx';

// Jest cannot load one part of the combobox's library, which is an ES module; nothing scrolls here. Charts need a browser.
jest.mock('compute-scroll-into-view', () => ({ compute: () => [] }));
jest.mock('./bar-chart.tsx', () => ({ BarChart: () => null }));

const kind = { path: '/v1/x', title: { en: 'Licences', pt: 'Licenças' }, statistics: 'x', screen: '/x', names: [] } as unknown as DocumentKind;
const none: Numbers = { records: [], kinds: [{ kind: 'x', officers: 'ALL', counted: '' }], timeZone: 'UTC', span: { from: '2026-03-01', to: null } };
const office = { queues: [], steps: [], overrides: [] };
const numbers: AreaNumbers = { hours: none, statuses: none, points: none, officers: none, ages: none, office };

it('says of what waits now that there is none now, and of the rest that there is none in the period', () => {
  addTexts('shell', texts);
  const html = renderToStaticMarkup(
    <KitProviders name="shell">
      <StaticRouter location="/staff/board">
        <KindCharts kind={kind} numbers={numbers} />
      </StaticRouter>
    </KitProviders>,
  );
  const said = Object.fromEntries(
    [...html.matchAll(/aria-label="Licences: ([^"]+)".*?<p class="govuk-body portal-muted">([^<]*)</g)].map(([, chart, words]) => [chart, words]),
  );
  expect(said).toMatchObject({
    'Queues now': 'Nothing is waiting now.',
    'Waiting now, by time in the step': 'Nothing is waiting now.',
    'By status': 'None in this period.',
  });
});
