import { addTexts, KitProviders } from '@portal/web-kit';
import { renderToStaticMarkup } from 'react-dom/server';
import type { AreaState } from './area-data.ts';
import { texts } from './areas.texts.ts';
import { DecisionDialog, type Step } from './decision-dialog.tsx';

// Jest cannot load one part of the combobox's library, which is an ES module; nothing scrolls here.
jest.mock('compute-scroll-into-view', () => ({ compute: () => [] }));

const area = {
  name: 'mf-trips',
  title: { en: 'Trips', pt: 'Viagens' },
  version: '1.4.0',
  canary: null,
  request: { action: 'canary', version: '2.1.0', share: 1, why: 'new print', by: 'Ana', at: '2026-03-01T09:00:00', own: false },
  state: 'seen',
} as unknown as AreaState;

const drawn = (step: Step): string => {
  addTexts('shell', texts);
  return renderToStaticMarkup(
    <KitProviders name="shell">
      <DecisionDialog area={area} step={step} versions={[]} needsSecond={false} onClose={() => undefined} onDone={() => undefined} />
    </KitProviders>,
  );
};

it.each(['confirm', 'refuse'] as const)('says what was asked for before somebody answers it: %s', (step) =>
  expect(drawn(step)).toMatch(/Ana asks for: Try 2\.1\.0 with 1 % of the visitors \(.*\)\. Reason: new print\./),
);
it('says nothing of it before another step', () => expect(drawn('stop')).not.toContain('Ana'));
