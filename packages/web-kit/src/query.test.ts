import { QueryObserver } from '@tanstack/react-query';
import { initI18n, setLanguage } from './language/i18n.ts';
import { createQueryClient } from './query.ts';

const page = { cookie: '', documentElement: { lang: '' } };
Object.assign(globalThis, { document: page, location: { protocol: 'http:' } });

const queryClient = createQueryClient();
const queryKey = ['trip', '1'];
const trip = { queryKey, queryFn: () => new Promise<string>(() => undefined), staleTime: Number.POSITIVE_INFINITY };

describe('what the server answered', () => {
  beforeEach(() => {
    page.cookie = '';
    initI18n('en');
    queryClient.clear();
  });
  afterAll(() => queryClient.clear());

  it('in one language is not taken for an answer in the other', () => {
    queryClient.setQueryData(queryKey, 'Verified');
    setLanguage('pt');
    expect(queryClient.getQueryData(queryKey)).toBeUndefined();
    setLanguage('en');
    expect(queryClient.getQueryData(queryKey)).toBe('Verified');
  });

  it('stays on the screen when the language changes, until it came in the new one', () => {
    queryClient.setQueryData(queryKey, 'Verified');
    const observer = new QueryObserver(queryClient, trip);
    const leave = observer.subscribe(() => undefined);
    expect(observer.getCurrentResult()).toMatchObject({ data: 'Verified', isStale: false });
    setLanguage('pt');
    observer.setOptions(trip);
    expect(observer.getCurrentResult()).toMatchObject({ data: 'Verified', isStale: true, fetchStatus: 'fetching' });
    leave();
  });

  it('is asked for again in the first language too, for it may have changed meanwhile', () => {
    queryClient.setQueryData(queryKey, 'Verified');
    setLanguage('pt');
    setLanguage('en');
    expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
  });
});
