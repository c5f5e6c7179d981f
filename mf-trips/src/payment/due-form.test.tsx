import type { DueInvoice } from '@portal/contract-kit';
import { type Api, KitProviders } from '@portal/web-kit';
import type { UseFormReturn } from '@portal/web-kit/forms';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { DueForm } from './due-form.tsx';

// Jest cannot load modules of this package, and the test renders no list that is searched.
jest.mock('downshift', () => ({}));

/** The keys of the calls that were sent, and whether their answers are lost. */
const mockSent: (string | undefined)[] = [];
let mockIsLost = false;
let mockSubmit: (event: object) => Promise<void>;
const mockApi: Pick<Api, 'send'> = {
  send: async (_method, _url, _body, options) => {
    mockSent.push(options?.idempotencyKey);
    if (mockIsLost) throw Object.assign(new Error('lost'), { status: 400 });
    return { model: {} } as never;
  },
};
jest.mock('@portal/web-kit', () => ({
  ...jest.requireActual('@portal/web-kit'),
  useApi: () => mockApi,
  useCatalogue: () => ({ records: [{ code: 'CASH' }] }),
}));
jest.mock('@portal/web-kit/forms', () => ({
  ...jest.requireActual('@portal/web-kit/forms'),
  FormProvider: ({ children, ...form }: UseFormReturn & { children: ReactElement<{ onSubmit: typeof mockSubmit }> }) => {
    // On the server the form is never mounted, and would give only the values that it started with.
    form.control._state.mount = true;
    mockSubmit = children.props.onSubmit;
    return null;
  },
}));

/** Records USD 10.00 in cash for a document. @param receipts how many receipts the document had when it was looked up @returns the key of the call */
async function record(receipts: number): Promise<string | undefined> {
  const invoice: Partial<DueInvoice> = { documentId: 'D-1', reference: 'TIBE-2026-0000007', payer: 'Ana', currencyCode: 'USD', total: 1000, lines: [] };
  renderToStaticMarkup(
    <KitProviders name="trips">
      <DueForm
        invoice={invoice as DueInvoice}
        serialKey={{ documentCode: 'TIBE', year: 2026, serial: 'E', number: 7 }}
        receipts={receipts}
        onErrors={() => undefined}
        onRecorded={() => undefined}
      />
    </KitProviders>,
  );
  await mockSubmit({ preventDefault: () => undefined });
  return mockSent.at(-1);
}

it('a payment whose answer was lost is repeated, and after its receipt was voided the same amount is another payment', async () => {
  mockIsLost = true;
  const first = await record(0);
  mockIsLost = false;
  // The receipt that was recorded, and the counter-receipt that voids it.
  const afterVoid = await record(2);
  expect([first, afterVoid]).toEqual([expect.any(String), expect.any(String)]);
  expect(afterVoid).not.toBe(first);

  mockIsLost = true;
  const lost = await record(2);
  mockIsLost = false;
  expect(await record(2)).toBe(lost);
});
