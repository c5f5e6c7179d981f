import { QueryObserver } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
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

it('the device answers only for a document that the page does not show yet', async () => {
  const cache = createQueryClient();
  const asked: (string | undefined)[] = [];
  const transport = {
    fetch: async (_url: string, { headers }: { headers: Record<string, string> }) => {
      asked.push(headers['cache-control']);
      return Response.json({ ...group(asked.length), ...(asked.length === 1 ? { kept: true } : {}) });
    },
  } as unknown as Transport;
  function Page() {
    useDocument('/v1/group', 'a');
    return null;
  }
  renderToStaticMarkup(
    <KitProviders name="mf-declarations" cache={cache} transport={transport}>
      <MemoryRouter>
        <Page />
      </MemoryRouter>
    </KitProviders>,
  );
  const query = cache.getQueryCache().find({ queryKey: documentKey('/v1/group', 'a') });
  expect(await query?.fetch()).toEqual({ ...group(1), kept: true });
  expect(await query?.fetch()).toEqual(group(2));
  expect(asked).toEqual([undefined, 'no-cache']);
  cache.clear();
});
