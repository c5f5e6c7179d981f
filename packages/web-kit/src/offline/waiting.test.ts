import { changeItem } from './device-store.ts';
import { allWaitingForms, dropWaitingForm, keepWaitingForm, type Send, sendWaitingForms, type WaitingForm } from './waiting.ts';

// The database of the browser, in memory.
const mockStores = { items: new Map<string, { id: string }>(), keys: new Map<string, unknown>() };
const mockTransaction = {
  objectStore: (name: 'items' | 'keys') => ({
    get: (id: string) => mockStores[name].get(id),
    getAll: () => [...mockStores[name].values()],
    put: (value: { id: string }, id = value.id) => mockStores[name].set(id, value),
    delete: (id: string) => mockStores[name].delete(id),
  }),
};
// One transaction runs after the other.
const mockLine = { last: Promise.resolve<unknown>(undefined) };
jest.mock('../indexed-db.ts', () => ({
  hasDatabases: () => true,
  requestResult: async (result: unknown) => result,
  inTransaction: (_database: object, _stores: string[], _mode: string, work: (transaction: object) => Promise<unknown>) => {
    mockLine.last = mockLine.last.then(() => work(mockTransaction));
    return mockLine.last;
  },
}));

const form = (key: string, at: number): WaitingForm => ({
  key,
  url: '/api/declarations/v1/traveller/declaration/',
  body: { passport: key },
  language: 'en',
  owner: null,
  at,
  tried: false,
  form: '/eservice/arrival',
  to: '/eservice/arrival/qr/',
  document: '/api/declarations/v1/traveller/declaration',
  draft: { area: 'declarations', key: 'arrival', values: {} },
  state: 'waiting',
});

const stored = async (): Promise<string[]> => (await allWaitingForms()).map(({ key, state, tried }) => `${key} ${state}${tried ? ' tried' : ''}`);

/** Sends all forms. @param during what happens on the device while the portal has the form with this key */
async function sendAll(during: Record<string, () => Promise<unknown>> = {}): Promise<string[]> {
  const sent: string[] = [];
  const send: Send = async (_url, { method, body }) => {
    if (method !== 'POST') return new Response('', { status: 404 });
    const { passport } = JSON.parse(String(body)) as { passport: string };
    sent.push(passport);
    await during[passport]?.();
    return Response.json({ model: { id: `id-of-${passport}` } });
  };
  await sendWaitingForms(() => true, send);
  return sent;
}

const [first, second] = [form('first', 1), form('second', 2)];

beforeEach(async () => {
  Object.defineProperty(globalThis, 'navigator', { value: { onLine: true }, configurable: true });
  Object.defineProperty(globalThis, 'indexedDB', { value: {}, configurable: true });
  mockStores.items.clear();
  for (const each of [first, second]) await keepWaitingForm(each);
});

describe('while the form before it is sent, a waiting form', () => {
  it('that is deleted is not sent, and does not come back', async () => {
    expect(await sendAll({ first: () => dropWaitingForm(second) })).toEqual(['first']);
    expect(await stored()).toEqual(['first sent tried']);
  });

  it('is sent if nobody deletes it', async () => {
    expect(await sendAll()).toEqual(['first', 'second']);
    expect(await stored()).toEqual(['first sent tried', 'second sent tried']);
  });
});

describe('a waiting form that is being sent', () => {
  it('is not deleted as one that was not tried', async () => {
    const dropped: boolean[] = [];
    await sendAll({ second: async () => dropped.push(await dropWaitingForm(second)) });
    expect(dropped).toEqual([false]);
    expect(await stored()).toEqual(['first sent tried', 'second sent tried']);
  });

  it('does not come back if it is deleted as one that may have arrived', async () => {
    await sendAll({ second: () => dropWaitingForm({ ...second, tried: true }) });
    expect(await stored()).toEqual(['first sent tried']);
  });
});

it('a line that says nothing is left after some time, so that the next page or worker can send', async () => {
  jest.useFakeTimers();
  let sent: Promise<boolean> | undefined;
  await new Promise<void>((begun) => {
    sent = sendWaitingForms(
      ({ key }) => key === 'first',
      () => {
        begun();
        return new Promise(() => undefined);
      },
    );
  });
  await jest.advanceTimersByTimeAsync(60_000);
  expect(await sent).toBe(true);
  jest.useRealTimers();
  expect(await stored()).toEqual(['first waiting tried', 'second waiting']);
});

it('either is tried or deleted, if both are done at once', async () => {
  const [tried, dropped] = await Promise.all([changeItem<WaitingForm>('waiting', 'first', (each) => ({ ...each, tried: true })), dropWaitingForm(first)]);
  expect(tried === undefined).toBe(dropped);
  expect(await stored()).toEqual([...(dropped ? [] : ['first waiting tried']), 'second waiting']);
});
