import { KitProviders } from '@portal/web-kit';
import { renderToStaticMarkup } from 'react-dom/server';
import { AskForErasure } from './ask-for-erasure.tsx';
import type { Own } from './own-order.ts';

// Jest cannot load one part of the combobox's library, which is an ES module; nothing scrolls here.
jest.mock('compute-scroll-into-view', () => ({ compute: () => [] }));

/** The states of the requests that the service answers with, and the keys of the calls. */
let mockStates: string[] = [];
const mockKeys: (string | undefined)[] = [];
jest.mock('../areas/clients.ts', () => ({
  shellApi: () => ({
    send: async (_method: string, _url: string, _body: unknown, options?: { idempotencyKey?: string }) => {
      mockKeys.push(options?.idempotencyKey);
      return { model: { state: mockStates.shift(), dueAt: '2026-04-01T00:00:00', erasedNow: [], kept: [] } };
    },
  }),
}));
let mockAsk: (() => Promise<void>) | undefined;
jest.mock('@portal/web-kit', () => ({
  ...jest.requireActual('@portal/web-kit'),
  Button: ({ variant, onClick }: { variant?: string; onClick: () => Promise<void> }) => {
    if (variant === 'warning') mockAsk = onClick;
    return null;
  },
}));

it('asks once more where the answer is that to an earlier request, which was refused', async () => {
  const own = { document: { id: 'D1', title: 'Trip', reference: 'TI-1' }, from: { area: { api: '/api/trips' }, kind: { path: '/v1/trip' } } } as Own;
  renderToStaticMarkup(
    <KitProviders name="shell">
      <AskForErasure own={own} onClose={() => undefined} />
    </KitProviders>,
  );
  mockStates = ['REFUSED', 'OPEN'];
  await mockAsk?.();
  mockStates = ['OPEN'];
  await mockAsk?.();
  expect([mockKeys.length, new Set(mockKeys).size]).toEqual([3, 3]);
});
