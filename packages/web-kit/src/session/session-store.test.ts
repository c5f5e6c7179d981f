import type { SessionData } from './session-store.ts';

type Store = typeof import('./session-store.ts');

const officer: SessionData = { user: { name: 'Officer', sub: 'border-officer' }, roles: ['traveller-declaration-read'], agencies: [], csrfToken: 'token-1' };
const ok = (data: unknown) => Response.json(data);

describe('the session of the page', () => {
  const call = jest.fn();
  let store: Store;
  beforeEach(() => {
    call.mockReset();
    globalThis.fetch = call;
    jest.isolateModules(() => {
      store = jest.requireActual<Store>('./session-store.ts');
    });
  });

  it('is nobody’s until it is known', () => {
    expect(store.sessionStore.get()).toMatchObject({ loading: true, known: false, data: { user: null, roles: [] } });
  });

  it('is asked for once, however many want it', async () => {
    call.mockResolvedValue(ok(officer));
    const changed = jest.fn();
    const stop = store.sessionStore.subscribe(changed);
    await expect(Promise.all([store.refreshSession(), store.csrfToken(), store.refreshSession()])).resolves.toEqual([officer, 'token-1', officer]);
    expect(call).toHaveBeenCalledTimes(1);
    expect(changed).toHaveBeenCalledTimes(1);
    stop();
    await store.refreshSession();
    expect(call).toHaveBeenCalledTimes(2);
    expect(changed).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['the network is lost', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the gateway fails', async () => new Response('', { status: 502 })],
  ])('leaves a visitor anonymous when %s, and is asked for again before the next write', async (_when, answer) => {
    call.mockImplementationOnce(answer);
    await store.refreshSession();
    expect(store.sessionStore.get()).toMatchObject({ loading: false, known: false, data: { user: null } });
    call.mockResolvedValue(ok(officer));
    await expect(store.csrfToken()).resolves.toBe('token-1');
  });

  it('stays what it was when asking again fails', async () => {
    store.seedSession(officer);
    call.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(store.refreshSession()).resolves.toEqual(officer);
    expect(store.sessionStore.get().known).toBe(true);
  });

  it('has ended when who was signed in is so no longer, and not before anybody was', () => {
    const ended = (data: Partial<SessionData>): boolean => {
      store.seedSession(data);
      return store.sessionStore.get().ended;
    };
    expect([{}, officer, {}, {}, officer].map(ended)).toEqual([false, false, true, true, false]);
  });

  it('taken over from the shell needs no call', async () => {
    store.seedSession({ csrfToken: 'seeded' });
    await expect(store.csrfToken()).resolves.toBe('seeded');
    expect(store.sessionStore.get().data).toEqual({ user: null, roles: [], agencies: [], csrfToken: 'seeded' });
    expect(call).not.toHaveBeenCalled();
  });
});
