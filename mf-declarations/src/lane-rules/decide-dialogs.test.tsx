import { ApiProblem, KitProviders } from '@portal/web-kit';
import { renderToStaticMarkup } from 'react-dom/server';
import type { LaneTableVersion } from 'svc-declarations/contract';
import { EnforceDialog, WithdrawDialog } from './decide-dialogs.tsx';

// Jest cannot load modules of this package, and the test renders no list that is searched.
jest.mock('downshift', () => ({}));

let mockStatus = 0;
let mockConfirm: (() => Promise<void>) | undefined;
let mockConflict: unknown;
jest.mock('@portal/web-kit', () => ({
  ...jest.requireActual('@portal/web-kit'),
  submitOnce: async () => {
    throw new ApiProblem({ status: mockStatus, title: 'Refused' });
  },
  ConfirmDialog: ({ onConfirm }: { onConfirm: () => Promise<void> }) => {
    mockConfirm = onConfirm;
    return null;
  },
}));
jest.mock('@portal/web-kit/staff', () => ({
  ...jest.requireActual('@portal/web-kit/staff'),
  ReasonDialog: ({ onConflict }: { onConflict: unknown }) => {
    mockConflict = onConflict;
    return null;
  },
}));

const table = { id: '1', version: 1, code: 'RISK', number: 1, effectiveFrom: '2026-11-24' } as LaneTableVersion;
const nothing = () => undefined;

it('a table that somebody else has changed first is loaded again, and for no other refusal', async () => {
  let loaded = 0;
  const load = () => loaded++;
  renderToStaticMarkup(
    <KitProviders name="declarations">
      <EnforceDialog table={table} today="2026-11-24" onClose={nothing} onDone={nothing} onConflict={load} />
      <WithdrawDialog table={table} onClose={nothing} onDone={nothing} onConflict={load} />
    </KitProviders>,
  );
  for (const status of [409, 422]) {
    mockStatus = status;
    await mockConfirm?.();
  }
  expect(loaded).toBe(1);
  expect(mockConflict).toBe(load);
});
