import type { DocumentEnvelope, OfferedAction } from '@portal/contract-kit';
import { QueryClient, QueryClientProvider, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { eq } from '../catalogue/criteria.ts';
import { seedSession } from '../session/session-store.ts';
import { DocumentList } from './index.ts';
import { type Pace, slowly } from './live/throttle.ts';
import { useAfterDecision } from './work/use-after-decision.ts';

// One part of the combobox library exists only as an ES module, and nothing scrolls in this test.
jest.mock('compute-scroll-into-view', () => ({ compute: () => [] }));

/** What the drawn page does when cases of a kind have changed. The stream itself needs a browser. */
const mockListeners: { kinds: readonly string[]; onChange: () => void; pace?: Pace }[] = [];
jest.mock('./live/use-live.ts', () => ({
  ...jest.requireActual('./live/use-live.ts'),
  useQueueChanges: (kinds: readonly string[], onChange: () => void, pace?: Pace) => void mockListeners.push({ kinds, onChange, pace }),
}));

/** What the buttons of the drawn page do. Nobody can press them without a browser. */
const mockButtons = new Map<unknown, (() => void) | undefined>();
jest.mock('../components/button.tsx', () => ({
  ...jest.requireActual('../components/button.tsx'),
  Button: ({ children, onClick }: { children: unknown; onClick?: () => void }) => void mockButtons.set(children, onClick),
}));

/** The messages after decisions. The page that shows them needs a browser. */
const mockWords: string[] = [];
jest.mock('./work/completed-action.ts', () => ({
  ...jest.requireActual('./work/completed-action.ts'),
  setCompletedAction: ({ words }: { words: string }) => void mockWords.push(words),
}));

const kind = '/v1/professional';
const search = `${kind}/search`;
const whole = { criteria: [], paging: { page: 1, size: 25 } };
const saved = { q: { criteria: [eq('documentStatus', 'VERIFIED')] }, columns: [], density: null };
const total = ['work-counts', '/api/licences', search, { criteria: [] }];
const found = ['work-counts', '/api/licences', search, saved.q];

/** Draws a page that has loaded the list, the exact number of its documents and the number of a saved view. */
function drawn(page: ReactNode): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = { id: 'v', name: 'Verified', list: kind, sharedWithRole: null, owner: { name: 'Ana' }, mine: true, ...saved };
  client.setQueryData(['list', '/api/licences', search, whole], { records: [], totalRecords: 1_000, atLeast: true });
  client.setQueryData(['views', '/api/licences', kind], { records: [view], totalRecords: 1 });
  for (const key of [total, found]) client.setQueryData(key, { records: [], totalRecords: 5_000 });
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>{page}</MemoryRouter>
    </QueryClientProvider>,
  );
  return client;
}

const areReadAgain = (client: QueryClient) => [total, found].map((key) => client.getQueryState(key)?.isInvalidated);

beforeEach(() => seedSession({ user: { name: 'Ana' }, roles: ['licence-read'], agencies: [], csrfToken: 't' }));

/** Draws the list of licences. */
function drawnList(): QueryClient {
  mockListeners.length = 0;
  const status = { field: 'documentStatus', label: 'Status', dataType: 'TEXT', operations: ['EQ'], type: 'text' } as const;
  return drawn(
    <DocumentList
      title="Licences"
      api="/api/licences"
      search={search}
      columns={[{ field: 'id', title: 'Id' }]}
      filters={[status]}
      readRoles={['licence-read']}
    />,
  );
}

/** Does what the page does at these paces when licences have changed. */
const change = (...paces: (Pace | undefined)[]) => {
  for (const { kinds, onChange, pace } of mockListeners) if (kinds.includes(kind) && paces.includes(pace)) onChange();
};

/** Keeps the numbers in use as on a page in a browser: nothing observes the queries of a page that is only drawn. @returns what ends it */
function used(client: QueryClient): () => void {
  const counts = client.getQueryCache().findAll({ queryKey: ['work-counts'] });
  const leave = counts.map(({ options }) => new QueryObserver(client, options as QueryObserverOptions).subscribe(() => undefined));
  return () => {
    for (const stop of leave) stop();
  };
}

it('the number of a long list and those of its views are read again with the list when cases have changed', () => {
  const client = drawnList();
  expect(areReadAgain(client)).toEqual([false, false]);
  change(undefined, slowly);
  expect(areReadAgain(client)).toEqual([true, true]);
});

it('the numbers, which take long to count, are read again at their own pace, and what is being counted is not counted anew', async () => {
  const searched: string[] = [];
  const aborted = jest.fn();
  const call = jest.spyOn(globalThis, 'fetch').mockImplementation((url, request) => {
    if (String(url).includes(search)) searched.push(String(url));
    request?.signal?.addEventListener('abort', aborted);
    return new Promise(() => undefined);
  });
  const client = drawnList();
  const leave = used(client);
  change(undefined);
  await new Promise(setImmediate);
  expect(areReadAgain(client)).toEqual([false, false]);
  searched.length = 0;
  change(slowly);
  await new Promise(setImmediate);
  expect(searched).toHaveLength(2);
  change(slowly);
  await new Promise(setImmediate);
  expect(searched).toHaveLength(2);
  expect(aborted).not.toHaveBeenCalled();
  leave();
  call.mockRestore();
});

it('a list that reads itself again does not extend the session of an officer who has left', async () => {
  const sent: string[] = [];
  const call = jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, request) => {
    sent.push(`${String(url).split('?')[0]} ${new Headers(request?.headers).get('x-background')}`);
    return new Response('{"records":[],"totalRecords":0}');
  });
  const client = drawnList();
  const leave = used(client);
  sent.length = 0;
  change(undefined, slowly);
  await new Promise(setImmediate);
  leave();
  call.mockRestore();
  const searched = `/api/licences${search} 1`;
  expect(sent.sort()).toEqual([`/api/licences${kind}/queues 1`, searched, searched, searched]);
});

it('"Reload" also reads the numbers on the tabs of the queues again', () => {
  const client = drawnList();
  const queues = ['work-counts', '/api/licences', kind, []];
  client.setQueryData(queues, { MINE: 1 });
  mockButtons.get('Reload')?.();
  expect(client.getQueryState(queues)?.isInvalidated).toBe(true);
  expect(areReadAgain(client)).toEqual([true, true]);
});

/** Does what the server's answer to an action does on the page of a case. */
function decided(reference?: string): QueryClient {
  const decide: { done?: ReturnType<typeof useAfterDecision>['done'] } = {};
  const document = { id: '1', version: 1, documentStatus: 'CREATED', serialReference: { reference } };
  const Deciding = () => {
    Object.assign(decide, useAfterDecision({ kind, base: '/licences', prefix: '/api/licences', model: document, service: 'Licence' }));
    return null;
  };
  const client = drawn(<Deciding />);
  decide.done?.(
    { model: { ...document, version: 2, documentStatus: 'DRAFT' }, actions: [] } as unknown as DocumentEnvelope<object>,
    { name: 'store', label: 'Save draft' } as OfferedAction,
  );
  return client;
}

it('a decision reads all numbers again', () => {
  expect(areReadAgain(decided('LIC-1'))).toEqual([true, true]);
});

it.each([
  ['its reference', 'LIC-1', 'LIC-1 is now Draft.'],
  ['its service while it has no reference', undefined, 'Licence is now Draft.'],
])('the message after a decision names the document by %s', (_how, reference, message) => {
  decided(reference);
  expect(mockWords.at(-1)).toBe(message);
});
