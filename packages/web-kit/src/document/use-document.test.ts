import { QueryObserver } from '@tanstack/react-query';
import { createQueryClient } from '../query.ts';
import { documentKey, showAnswer } from './use-document.ts';

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
