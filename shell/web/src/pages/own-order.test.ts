import type { OwnDocument } from '@portal/web-kit';
import { inOrder, type Own } from './own-order.ts';

const own = (reference: string | undefined, createdAt: string): Own => ({ document: { reference, createdAt } as OwnDocument, from: {} as Own['from'] });

it('own documents are listed drafts first, then the newest first, whichever service has them', () => {
  const listed = inOrder([
    own('ARR-2026-0000001', '2026-05-01T10:00:00'),
    own(undefined, '2026-01-01T10:00:00'),
    own('PLN-2026-0000001', '2026-05-02T10:00:00'),
    own(undefined, '2026-02-01T10:00:00'),
    own('TVE-2026-0000001', '2026-04-01T10:00:00'),
  ]);
  expect(listed.map(({ document }) => document.reference ?? document.createdAt.slice(0, 7))).toEqual([
    '2026-02',
    '2026-01',
    'PLN-2026-0000001',
    'ARR-2026-0000001',
    'TVE-2026-0000001',
  ]);
});
