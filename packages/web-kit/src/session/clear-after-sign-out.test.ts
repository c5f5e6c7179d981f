import { finishKeptSignOut } from './clear-after-sign-out.ts';

const mockDropItems = jest.fn(async () => undefined);
const mockClearDrafts = jest.fn(async () => undefined);
jest.mock('../offline/device-store.ts', () => ({ dropItems: () => mockDropItems() }));
jest.mock('../draft/drafts.ts', () => ({ clearDrafts: () => mockClearDrafts() }));

beforeEach(() => jest.clearAllMocks());

const device = (cookie: string, protocol = 'http:'): { cookie: string; items: Map<string, string> } => {
  const items = new Map([
    ['portal:opened', '{"by":"officer@example.org"}'],
    ['portal:shift', 'secret'],
  ]);
  const store = { getItem: (key: string) => items.get(key) ?? null, removeItem: (key: string) => void items.delete(key) };
  const page = { cookie };
  Object.assign(globalThis, { document: page, localStorage: store, sessionStorage: store, location: { protocol } });
  return Object.assign(page, { items });
};

it.each([
  ['http:', 'portal.signed-out=1', 'portal.signed-out=; path=/; max-age=0'],
  ['https:', '__Host-portal.signed-out=1', '__Host-portal.signed-out=; path=/; max-age=0; secure'],
])(
  'deletes confirmations, waiting forms, drafts, opened documents and the shift after a sign-out that kept the storage, over %s',
  async (protocol, cookie, deleted) => {
    const page = device(`portal.language=pt; ${cookie}`, protocol);
    await finishKeptSignOut();
    expect([mockDropItems.mock.calls.length, mockClearDrafts.mock.calls.length]).toEqual([1, 1]);
    expect([...page.items.keys()]).toEqual([]);
    expect(page.cookie).toBe(deleted);
  },
);

it.each([
  ['somebody who has not signed out', 'portal.language=pt', 'http:'],
  ['a cookie that another host of the domain may have set', 'portal.signed-out=1', 'https:'],
])('keeps them for %s', async (_who, cookie, protocol) => {
  const page = device(cookie, protocol);
  await finishKeptSignOut();
  expect([mockDropItems.mock.calls.length, mockClearDrafts.mock.calls.length]).toEqual([0, 0]);
  expect([...page.items.keys()]).toEqual(['portal:opened', 'portal:shift']);
});

it.each([
  ['the store', mockDropItems],
  ['the drafts', mockClearDrafts],
])('is tried again by the next page if %s cannot be deleted, and then no more', async (_what, deletion) => {
  deletion.mockRejectedValueOnce(new Error('blocked')).mockRejectedValueOnce(new Error('blocked'));
  const page = device('portal.signed-out=1');
  await expect(finishKeptSignOut()).rejects.toThrow('blocked');
  expect(page.cookie).toBe('portal.signed-out=2; path=/; max-age=2592000');
  page.cookie = 'portal.signed-out=2';
  await expect(finishKeptSignOut()).rejects.toThrow('blocked');
  expect(page.cookie).toBe('portal.signed-out=; path=/; max-age=0');
});
