import { environmentManager, QueryObserver } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { networkProblem, problemFrom } from '../api/problem.ts';
import type { Transport } from '../api/transport.ts';
import { KitProviders } from '../area/area-root.tsx';
import { createQueryClient } from '../query.ts';
import { documentKey, showAnswer, useDocument } from './use-document.ts';

const group = (version: number) => ({ model: { id: 'a', version }, actions: [] });

it('the answer to an action stays when an earlier load of the document comes after it', async () => {
  const cache = createQueryClient();
  const queryKey = documentKey('/v1/group', 'a');
  let answerLoad: (answer: object) => void = () => undefined;
  const load = jest.fn(
    () =>
      new Promise<object>((resolve) => {
        answerLoad = resolve;
      }),
  );
  cache.setQueryData(queryKey, group(1));
  const observer = new QueryObserver(cache, { queryKey, queryFn: load, staleTime: 0 });
  const leave = observer.subscribe(() => undefined);
  expect(load).toHaveBeenCalledTimes(1);
  showAnswer(cache, '/v1/group', group(2));
  answerLoad(group(1));
  await new Promise(setImmediate);
  expect(observer.getCurrentResult()).toMatchObject({ data: group(2), fetchStatus: 'idle', status: 'success' });
  leave();
  cache.clear();
});

/** Draws a page of the document, and returns the query of the page. */
function drawn(fetch: (url: string, call: { headers: Record<string, string> }) => Promise<Response>) {
  const cache = createQueryClient();
  function Page() {
    useDocument('/v1/group', 'a');
    return null;
  }
  renderToStaticMarkup(
    <KitProviders name="mf-declarations" cache={cache} transport={{ fetch } as unknown as Transport}>
      <MemoryRouter>
        <Page />
      </MemoryRouter>
    </KitProviders>,
  );
  return { cache, query: cache.getQueryCache().find({ queryKey: documentKey('/v1/group', 'a') }) };
}

it('the device answers only for a document that the page does not show yet', async () => {
  const asked: (string | undefined)[] = [];
  const { cache, query } = drawn(async (_url, { headers }) => {
    asked.push(headers['cache-control']);
    return Response.json({ ...group(asked.length), ...(asked.length === 1 ? { kept: true } : {}) });
  });
  expect(await query?.fetch()).toEqual({ ...group(1), kept: true });
  expect(await query?.fetch()).toEqual(group(2));
  expect(asked).toEqual([undefined, 'no-cache']);
  cache.clear();
});

it('a page with the copy of the device asks again while the network does not answer, also where the browser does not notice that it is back', async () => {
  const { cache, query } = drawn(async () => Response.json({ ...group(1), kept: true }));
  await query?.fetch();
  const page = query?.options as { refetchInterval?: (of: typeof query) => number | false };
  const asksAfter = (state: object) => {
    query?.setState(state);
    return page.refetchInterval?.(query);
  };
  expect(asksAfter({ status: 'error', error: networkProblem() })).toBe(15_000);
  expect(asksAfter({ error: problemFrom(404, '', new Headers()) })).toBe(false);
  expect(asksAfter({ error: networkProblem(), data: group(2) })).toBe(false);
  cache.clear();
});

it('a page with the copy of the device learns that there is no network, so that a form that waits for the document says it', async () => {
  let asked = 0;
  const { cache, query } = drawn(async () => {
    asked += 1;
    if (asked > 1) throw networkProblem();
    return Response.json({ ...group(1), kept: true });
  });
  // Reading an answer takes turns of the real event loop.
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  // Where there is no window, an observer sets no timers.
  environmentManager.setIsServer(() => false);
  const observer = new QueryObserver(cache, query?.options as never);
  const leave = observer.subscribe(() => undefined);
  for (let second = 0; second < 60 && !observer.getCurrentResult().error; second += 1) {
    await new Promise(setImmediate);
    await jest.advanceTimersByTimeAsync(1_000);
  }
  expect(observer.getCurrentResult()).toMatchObject({ data: { kept: true }, error: { status: 0 } });
  leave();
  cache.clear();
  environmentManager.setIsServer(() => true);
  jest.useRealTimers();
});
