import { KitProviders } from '@portal/web-kit';
import { StaticRouter } from '@portal/web-kit/prerender';
import type { ComponentProps, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import LaneTableScreen from './table.screen.tsx';
import type { TrialCard } from './trial.tsx';

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
let mockTrial: ComponentProps<typeof TrialCard>;
jest.mock('./trial.tsx', () => ({
  TrialCard: (props: typeof mockTrial) => {
    mockTrial = props;
    return null;
  },
}));
/** The state of the page, which lasts from one drawing to the next. */
const mockCells = { values: [] as unknown[], next: 0 };
jest.mock('react', () => ({
  ...jest.requireActual('react'),
  useState: (first: unknown) => {
    const cell = mockCells.next++;
    if (!(cell in mockCells.values)) mockCells.values[cell] = typeof first === 'function' ? first() : first;
    return [mockCells.values[cell], (value: unknown) => (mockCells.values[cell] = value)];
  },
}));

const mockFocus: unknown[] = [];
const mockState = { done: 'enforced' };
jest.mock('@portal/web-kit', () => ({
  ...jest.requireActual('@portal/web-kit'),
  RequireRole: ({ children }: { children: ReactNode }) => children,
  useLocation: () => ({ pathname: '/', state: mockState }),
  useQueryClient: () => undefined,
  NotificationBanner: ({ focus }: { focus?: unknown }) => void mockFocus.push(focus),
}));

/** Draws the page. @returns the value with which its news takes the focus */
function focus(): unknown[] {
  mockCells.next = 0;
  mockFocus.length = 0;
  renderToStaticMarkup(
    <KitProviders name="declarations">
      <StaticRouter location="/staff/lane-rules/1">
        <LaneTableScreen />
      </StaticRouter>
    </KitProviders>,
  );
  return mockFocus;
}

it('the keyboard goes on at the news of each decision on a lane table, whose button is gone', () => {
  expect(focus()).toEqual([mockState]);
});

it('the news of a decision on a lane table is over when a trial begins', () => {
  expect(focus()).toEqual([mockState]);
  mockTrial.onErrors([]);
  expect(focus()).toEqual([]);
});
