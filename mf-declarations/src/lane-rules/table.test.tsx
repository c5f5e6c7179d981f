import { KitProviders } from '@portal/web-kit';
import { StaticRouter } from '@portal/web-kit/prerender';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import LaneTableScreen from './table.screen.tsx';

// Jest cannot load modules of this package, and the test renders no list that is searched.
jest.mock('downshift', () => ({}));
jest.mock('./lane-rules.api.ts', () => ({
  ...jest.requireActual('./lane-rules.api.ts'),
  useTables: () => ({ data: { records: [], totalRecords: 0, today: '2026-11-24' } }),
  useTable: () => ({
    data: {
      id: '1',
      code: 'RISK',
      number: 1,
      status: 'IN_FORCE',
      name: { en: 'Risk' },
      hitPolicy: 'FIRST',
      inputs: [],
      rules: [],
      order: 1,
      effectiveFrom: '2026-11-24',
    },
  }),
  useTrials: () => ({}),
}));
jest.mock('./trial.tsx', () => ({ TrialCard: () => null }));

const mockFocus: unknown[] = [];
const mockState = { done: 'enforced' };
jest.mock('@portal/web-kit', () => ({
  ...jest.requireActual('@portal/web-kit'),
  RequireRole: ({ children }: { children: ReactNode }) => children,
  useLocation: () => ({ pathname: '/', state: mockState }),
  useQueryClient: () => undefined,
  NotificationBanner: ({ focus }: { focus?: unknown }) => void mockFocus.push(focus),
}));

it('the keyboard goes on at the news of each decision on a lane table, whose button is gone', () => {
  renderToStaticMarkup(
    <KitProviders name="declarations">
      <StaticRouter location="/staff/lane-rules/1">
        <LaneTableScreen />
      </StaticRouter>
    </KitProviders>,
  );
  expect(mockFocus).toEqual([mockState]);
});
