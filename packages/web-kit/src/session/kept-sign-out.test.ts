import { finishKeptSignOut } from './kept-sign-out.ts';

const mockDropped = jest.fn(async () => undefined);
jest.mock('../offline/device-store.ts', () => ({ dropItems: () => mockDropped() }));

const device = (cookie: string): { cookie: string; items: Map<string, string> } => {
  const items = new Map([['portal:opened', '{"by":"officer@example.org"}']]);
  const store = { getItem: (key: string) => items.get(key) ?? null, removeItem: (key: string) => void items.delete(key) };
  const page = { cookie };
  Object.assign(globalThis, { document: page, localStorage: store, sessionStorage: store });
  return Object.assign(page, { items });
};

it.each([
  ['over http', 'portal.signed-out=1', 'portal.signed-out=; path=/; max-age=0'],
  ['over https', '__Host-portal.signed-out=1', '__Host-portal.signed-out=; path=/; max-age=0; secure'],
])('deletes confirmations, waiting forms and opened documents after a sign-out that kept the storage, %s', async (_how, cookie, deleted) => {
  mockDropped.mockClear();
  const page = device(`portal.language=pt; ${cookie}`);
  await finishKeptSignOut();
  expect(mockDropped).toHaveBeenCalledTimes(1);
  expect([...page.items.keys()]).toEqual([]);
  expect(page.cookie).toBe(deleted);
});

it('keeps them for somebody who has not signed out', async () => {
  const page = device('portal.language=pt');
  mockDropped.mockClear();
  await finishKeptSignOut();
  expect(mockDropped).not.toHaveBeenCalled();
  expect([...page.items.keys()]).toEqual(['portal:opened']);
});
