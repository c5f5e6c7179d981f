import type { SearchCriterion } from '@portal/contract-kit';
import type { Api } from '@portal/web-kit';
import { openShift, paymentsOf, useOpenShift } from './payment.api.ts';

/** The keys of the calls that open a shift, whether their answers are lost, and the shift that is open. */
const mockTill = { sent: [] as (string | undefined)[], isLost: false, shift: undefined as object | undefined };
const mockApi: Pick<Api, 'get' | 'send'> = {
  get: async () => ({ records: mockTill.shift ? [mockTill.shift] : [] }) as never,
  send: async (_method, _url, _body, options) => {
    mockTill.sent.push(options?.idempotencyKey);
    if (mockTill.isLost) throw Object.assign(new Error('lost'), { status: 400 });
    return {} as never;
  },
};
jest.mock('@portal/web-kit', () => ({
  ...jest.requireActual('@portal/web-kit'),
  useApi: () => mockApi,
  useQuery: ({ queryFn }: { queryFn: (context: object) => Promise<unknown> }) => queryFn({}),
}));

const documents = [
  { code: 'TIBE', binder: 'TRIPTIC', movement: 'E' },
  { code: 'TIBI', binder: 'TRIPTIC', movement: 'I', retired: true },
  { code: 'TOLD', binder: 'TRIPTIC', movement: 'E', retired: true, standing: 'ENDED' },
  { code: 'MEDIB', binder: 'PROFESSIONAL', retired: true },
  { code: 'TIB-2.0 X', binder: 'TRIPTIC', movement: 'I' },
  { code: 'MED_IB', binder: 'PROFESSIONAL' },
];

/** Answers as svc-reference does: a search finds records that cannot be chosen today only if it names their standing. */
const get = jest.fn(async (path: string, { query }: { query?: { q: { criteria: SearchCriterion[] } } } = {}) => {
  if (!path.startsWith('/v1/catalogue/')) return { records: [{ id: path }] };
  const { criteria = [] } = query?.q ?? {};
  const all = criteria.some(({ fieldName, operation }) => fieldName === 'standing' && operation === 'ANY');
  const [code] = criteria.find(({ fieldName }) => fieldName === 'code')?.values ?? [];
  return { records: documents.filter((each) => each.code === code && (all || !each.retired)) };
});
const api = { get } as unknown as Api;

describe('the payments of a document', () => {
  it.each([
    ['TIBE-2026-0000007', 'TIBE/2026/E/7'],
    ['tibi-2026-7', 'TIBI/2026/I/7'],
    ['TOLD-2026-0000007', 'TOLD/2026/E/7'],
    ['MEDIB-2026-0000007', 'MEDIB/2026/A/7'],
    [' tib-2.0 x-2026-0000007 ', 'TIB-2.0%20X/2026/I/7'],
    ['MED_IB-2026-0000007', 'MED_IB/2026/A/7'],
  ])('are found in the series of %s, also if its document can no longer be applied for', async (reference, key) => {
    expect(await paymentsOf(api, reference)).toMatchObject({
      due: { id: `/v1/payment/receipt/${key}/searchDocumentToPay` },
      receipts: [{ id: `/v1/payment/receipt/${key}/searchReceiptDetails` }],
    });
  });

  it('are not looked up for a text that is not a reference', async () => {
    get.mockClear();
    for (const text of ['Maria da Silva', 'João-2026-7', '-2026-7']) expect(await paymentsOf(api, text)).toBeUndefined();
    expect(get).not.toHaveBeenCalled();
  });
});

it('a shift is opened again after the first one was closed, though the answer that opened it was lost', async () => {
  const open = () => openShift(mockApi as Api, [{ currencyCode: 'USD', amount: 5000 }]);
  mockTill.isLost = true;
  await expect(open()).rejects.toThrow('lost');
  await useOpenShift();
  await expect(open()).rejects.toThrow('lost');
  mockTill.isLost = false;
  mockTill.shift = { id: 'S-1' };
  await useOpenShift();
  mockTill.shift = undefined;
  await useOpenShift();
  await open();
  const [first, repeated, again] = mockTill.sent;
  expect([first, repeated, again]).toEqual([expect.any(String), first, expect.any(String)]);
  expect(again).not.toBe(first);
});
