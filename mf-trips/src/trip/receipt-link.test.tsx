import { KitProviders } from '@portal/web-kit';
import { renderToStaticMarkup } from 'react-dom/server';
import { ReceiptLink } from './receipt-link.tsx';

let mockPress: () => Promise<void>;
jest.mock('@portal/web-kit', () => ({
  ...jest.requireActual('@portal/web-kit'),
  Button: ({ onClick }: { onClick: () => Promise<void> }) => {
    mockPress = onClick;
    return null;
  },
}));

/** Presses "View receipt" of a trip that was paid with, of which R-2 was voided by R-3, and returns the address of the tab. */
async function opened(receiptId: string | undefined): Promise<string> {
  const tab = { opener: {}, location: { href: '' } };
  const receipts = ['R-3', 'R-2', 'R-1'].map((id) => ({ id }));
  const call = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(JSON.stringify({ records: receipts, totalRecords: 3 })));
  const trip = {
    documentDetails: { code: 'TIBE' },
    serialReference: { year: 2026, serial: 'E', number: 7 },
    accountDetails: { receiptNumber: 1, receiptId },
  };
  renderToStaticMarkup(
    <KitProviders name="trips">
      <ReceiptLink trip={trip as never} />
    </KitProviders>,
  );
  Object.assign(globalThis, { window: { open: () => tab } });
  await mockPress();
  Object.assign(globalThis, { window: undefined });
  call.mockRestore();
  return tab.location.href;
}

it.each([
  ['R-1', 'R-1'],
  ['R-9', 'R-3'],
  [undefined, 'R-3'],
])('the link opens the receipt that is shown (%s), or the newest one', async (shown, wanted) => {
  expect(await opened(shown)).toBe(`/account/receipt/view/${wanted}`);
});
