import { KitProviders } from '@portal/web-kit';
import { StaticRouter } from '@portal/web-kit/prerender';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Area } from '../area.ts';
import type { FailedArea } from '../areas/status.ts';
import { AreaPanel } from './area-panel.tsx';

// Jest cannot load one part of the combobox's library, which is an ES module; nothing scrolls here.
jest.mock('compute-scroll-into-view', () => ({ compute: () => [] }));

let mockKept = true;
let mockKeeps = true;
jest.mock('@portal/web-kit', () => ({
  ...jest.requireActual('@portal/web-kit'),
  areAnswersKept: () => mockKept,
  useKeeping: () => mockKeeps,
  useText: () => (key: string) => key,
}));

const words = (area: Partial<Area>, status?: FailedArea): string =>
  renderToStaticMarkup(
    <KitProviders name="shell">
      <StaticRouter location="/">
        <AreaPanel area={{ name: 'mf-trips', menu: [], ...area } as unknown as Area} status={status} drawn={undefined} />
      </StaticRouter>
    </KitProviders>,
  );

it.each([
  [true, true],
  [true, false],
  [false, true],
])('an area that failed or is closed says that what was typed is kept only where a form had a draft (%s) and the browser keeps it (%s)', (kept, keeps) => {
  [mockKept, mockKeeps] = [kept, keeps];
  const failed: FailedArea = { name: 'mf-trips', phase: 'failed', reason: 'script', kept, retry: () => undefined };
  expect(words({}, failed)).toContain(kept && keeps ? 'area.failedMore' : 'area.failedNotKept');
  expect(words({ stopped: '2026-05-02T08:00:00' })).toContain(kept && keeps ? 'area.stoppedDraft' : 'area.stoppedNotKept');
});
