import { KitProviders } from '@portal/web-kit';
import { StaticRouter } from '@portal/web-kit/prerender';
import type { ComponentType, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { LaneTables, LaneTableVersion } from 'svc-declarations/contract';
import { EnforceDialog } from './decide-dialogs.tsx';
import EditorScreen from './editor.screen.tsx';
import LaneRulesScreen from './list.screen.tsx';

// Jest cannot load modules of this package, and the test renders no list that is searched.
jest.mock('downshift', () => ({}));

/** Where the offices are, nine hours ahead of UTC, it is the next day. */
const [clock, today] = ['2026-11-23T23:30:00Z', '2026-11-24'];
const table: LaneTableVersion = {
  id: '1',
  version: 1,
  code: 'RISK',
  number: 1,
  status: 'IN_FORCE',
  deciding: false,
  mine: false,
  name: { en: 'Risk', pt: 'Risco' },
  hitPolicy: 'FIRST',
  inputs: ['bags'],
  rules: [],
  order: 1,
  effectiveFrom: today,
  changedBy: 'Ana',
  changedAt: '2026-11-01T10:00:00',
};

const mockTables: LaneTables = { records: [table], totalRecords: 1, today };
jest.mock('./lane-rules.api.ts', () => ({
  ...jest.requireActual('./lane-rules.api.ts'),
  useTables: () => ({ data: mockTables }),
  useTable: () => ({}),
}));
jest.mock('@portal/web-kit', () => ({ ...jest.requireActual('@portal/web-kit'), RequireRole: ({ children }: { children: ReactNode }) => children }));
jest.mock('./table-editor.tsx', () => ({ TableEditor: () => null }));

const draw = (page: ReactNode): string =>
  renderToStaticMarkup(
    <KitProviders name="declarations">
      <StaticRouter location="/staff/lane-rules">{page}</StaticRouter>
    </KitProviders>,
  );
const drawScreen = (Screen: ComponentType) => draw(<Screen />);

describe('the day of the offices, which the service tells, is that', () => {
  beforeAll(() => void jest.useFakeTimers({ now: new Date(clock) }));
  afterAll(() => void jest.useRealTimers());

  it('from which a table that is put in force now decides', () => {
    const ask = (effectiveFrom: string) =>
      draw(
        <EnforceDialog
          table={{ ...table, status: 'DRAFT', effectiveFrom }}
          today={today}
          onClose={() => undefined}
          onDone={() => undefined}
          onConflict={() => undefined}
        />,
      );
    for (const day of ['2026-11-01', '2026-11-23', today]) {
      expect(ask(day)).toContain('in force from 24 November 2026?');
      expect(ask(day)).toContain('from now on');
    }
    expect(ask('2026-11-25')).toContain('in force from 25 November 2026?');
    expect(ask('2026-11-25')).toContain('Until then');
  });

  it('with which the state of a version is told', () => {
    expect(drawScreen(LaneRulesScreen)).toContain('Replaced');
    expect(drawScreen(LaneRulesScreen)).not.toContain('In force later');
  });

  it('with which the form of a new table begins', () => expect(drawScreen(EditorScreen)).toContain(`value="${today}"`));
});
