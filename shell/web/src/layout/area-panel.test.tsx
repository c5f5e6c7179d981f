import { KitProviders } from '@portal/web-kit';
import { StaticRouter } from '@portal/web-kit/prerender';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Area } from '../area.ts';
import type { FailedArea } from '../areas/status.ts';
import { AreaPanel } from './area-panel.tsx';

// Jest cannot load one part of the combobox's library, which is an ES module; nothing scrolls here.
jest.mock('compute-scroll-into-view', () => ({ compute: () => [] }));

let mockKeeps = true;
jest.mock('@portal/web-kit', () => ({ ...jest.requireActual('@portal/web-kit'), useKeeping: () => mockKeeps, useText: () => (key: string) => key }));

const words = (area: Partial<Area>, status?: FailedArea): string =>
  renderToStaticMarkup(
    <KitProviders name="shell">
      <StaticRouter location="/">
        <AreaPanel area={{ name: 'mf-trips', menu: [], ...area } as unknown as Area} status={status} drawn={undefined} />
      </StaticRouter>
    </KitProviders>,
  );

it('an area that failed or is closed says that what was typed is kept only where the browser keeps it', () => {
  const failed: FailedArea = { name: 'mf-trips', phase: 'failed', reason: 'script', retry: () => undefined };
  mockKeeps = true;
  expect(words({}, failed)).toContain('area.failedMore');
  expect(words({ stopped: '2026-05-02T08:00:00' })).toContain('area.stoppedDraft');
  mockKeeps = false;
  expect(words({}, failed)).toContain('area.failedNotKept');
  expect(words({ stopped: '2026-05-02T08:00:00' })).toContain('area.stoppedNotKept');
});
