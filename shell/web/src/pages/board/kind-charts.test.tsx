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

/** Draws the charts of a kind of document. */
function drawn(of: DocumentKind, shown: AreaNumbers): string {
  addTexts('shell', texts);
  return renderToStaticMarkup(
    <KitProviders name="shell">
      <StaticRouter location="/staff/board">
        <KindCharts kind={of} numbers={shown} />
      </StaticRouter>
    </KitProviders>,
  );
}

it('says of what waits now that there is none now, and of the rest that there is none in the period', () => {
  const html = drawn(kind, numbers);
  const said = Object.fromEntries(
    [...html.matchAll(/aria-label="Licences: ([^"]+)".*?<p class="govuk-body portal-muted">([^<]*)</g)].map(([, chart, words]) => [chart, words]),
  );
  expect(said).toMatchObject({
    'Queues now': 'Nothing is waiting now.',
    'Waiting now, by time in the step': 'Nothing is waiting now.',
    'By status': 'None in this period.',
  });
});

it.each([
  ['Asia/Dili', true],
  ['Asia/Kathmandu', false],
])('shows the hours of the day where the clocks differ from UTC by whole hours: %s %s', (timeZone, shows) => {
  const hours = { ...none, timeZone, records: [{ kind: 'x', hour: '2026-03-01T10:00:00', lane: null, count: 3 }] };
  expect(drawn(kind, { ...numbers, hours }).includes('New by hour of the day')).toBe(shows);
});

describe('a queue of cases in time, overdue and without a time limit', () => {
  const at = '2026-03-27T10:00:00';
  const queue = { kind: 'x', status: 'CREATED', statusName: 'Created', count: 6, oldest: null, overdue: 0 };
  /** Returns the numbers in the table, each with the condition on the due time of the list that it opens. */
  const opened = (more: object) => {
    const html = drawn({ ...kind, list: '/list' }, { ...numbers, office: { ...office, at, queues: [{ ...queue, ...more }] } }).replaceAll('<!-- -->', '');
    return [...html.matchAll(/href="\/list\?q=([^"]+)"[^>]*>(\d+)<span[^>]*>: Created, ([^<]+)</g)].map(([, q = '', number, name]) => {
      const { criteria } = JSON.parse(decodeURIComponent(q)) as { criteria: { fieldName: string; operation: string }[] };
      return [name, Number(number), criteria.find(({ fieldName }) => fieldName === 'dueAt')?.operation];
    });
  };

  it('opens for each number a list without the others', () => {
    expect(opened({ overdue: 2, unlimited: 3 })).toEqual([
      ['In time', 1, 'GTE'],
      ['Overdue', 2, 'LTE'],
      ['No time limit', 3, 'EMPTY'],
    ]);
    expect(opened({ unlimited: 3 })).toEqual([
      ['In time', 3, 'GTE'],
      ['No time limit', 3, 'EMPTY'],
    ]);
  });

  it('of a service of an earlier release opens all that is not overdue as in time', () => expect(opened({})).toEqual([['In time', 6, undefined]]));
});
