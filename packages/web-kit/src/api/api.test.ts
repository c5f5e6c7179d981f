import type { HistoryRequest, SearchQuery } from '@portal/contract-kit';
import { initI18n } from '../language/i18n.ts';
import { refreshSession, type SessionData, seedSession, takeOverPage } from '../session/session-store.ts';
import { readOffers } from '../staff/bulk/bulk-calls.ts';
import { type CallOptions, createApi } from './api.ts';
import { findDocuments, openWithCode, readHistory, sendOneTimeCode } from './documents.ts';
import type { ApiProblem } from './problem.ts';

const api = createApi('/api/trips');

describe('the reader’s language', () => {
  beforeEach(() => {
    Object.assign(globalThis, { document: { cookie: 'portal.language=pt', documentElement: { lang: '' } } });
    initI18n('en');
  });

  it('travels with every call', async () => {
    const call = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('{}'));
    await api.get('/v1/triptic/trip/info');
    await api.blob('/v1/triptic/trip/1/print-form');
    for (const [, options] of call.mock.calls) expect(new Headers(options?.headers).get('accept-language')).toBe('pt');
    expect(call).toHaveBeenCalledTimes(2);
    call.mockRestore();
  });

  it('stands in the address of a link or an image', () => {
    expect(api.url('/v1/triptic/trip/1/qr')).toBe('/api/trips/v1/triptic/trip/1/qr?language=pt');
    expect(api.url('/v1/triptic/trip/1/qr?size=2', { again: 1 })).toBe('/api/trips/v1/triptic/trip/1/qr?size=2&again=1&language=pt');
  });
});

describe('an upload', () => {
  /** Uploads a file to a gateway that accepts only the token of the present session. */
  const uploadWith = async (present: string): Promise<string[]> => {
    seedSession({ csrfToken: 'of an earlier session' });
    const session = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ user: null, roles: [], agencies: [], csrfToken: present }));
    const sent: string[] = [];
    const transport = {
      fetch: () => Promise.reject(new Error('not used')),
      upload: async (_url: string, { headers }: { headers: Record<string, string> }) => {
        const token = String(new Headers(headers).get('x-csrf-token'));
        sent.push(token);
        const isNew = token === 'of the session of another tab';
        return { status: isNew ? 201 : 403, body: isNew ? '{"uid":"1"}' : '{}', headers: new Headers() };
      },
    };
    await createApi('/api/media', transport as never)
      .upload('/v1/default', new FormData())
      .catch(() => undefined);
    session.mockRestore();
    return sent;
  };

  it('is repeated once with the token of a session that began in another tab', async () => {
    expect(await uploadWith('of the session of another tab')).toEqual(['of an earlier session', 'of the session of another tab']);
  });

  it('is not repeated where the session is the same', async () => {
    expect(await uploadWith('of an earlier session')).toEqual(['of an earlier session']);
  });
});

describe('a change after the session has changed in another tab', () => {
  const ana = { user: { name: 'Ana', sub: 'ana' }, csrfToken: 'token-1' };

  /** Sends a change with Ana's token, to a gateway whose present session is another one. */
  async function change(present: object, options: CallOptions = { idempotencyKey: 'key' }, path = '/v1/triptic/trip') {
    seedSession(ana);
    takeOverPage();
    const posted: unknown[] = [];
    const call = jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, options) => {
      if (String(url) === '/auth/session') return Response.json({ roles: [], agencies: [], ...present });
      const token = new Headers(options?.headers).get('x-csrf-token');
      posted.push(token);
      return Response.json({}, { status: token === 'token-1' ? 403 : 201 });
    });
    const problem = await api.post(path, {}, options).catch((error: ApiProblem) => error);
    call.mockRestore();
    return { posted, problem };
  }

  it('is sent again for the same person', async () => {
    expect((await change({ ...ana, csrfToken: 'token-2' })).posted).toEqual(['token-1', 'token-2']);
  });

  it.each([
    ['with an idempotency key', { idempotencyKey: 'key' }, '/with-key'],
    ['without one', {}, '/without-key'],
  ])('is not sent in the name of another person, %s', async (_with, options, path) => {
    const { posted, problem } = await change({ user: { name: 'Berta', sub: 'berta' }, csrfToken: 'token-2' }, options, path);
    expect(posted).toEqual(['token-1']);
    expect(problem).toMatchObject({ status: 403, code: 'OTHER_PERSON', message: expect.stringContaining('Berta') });
  });

  it.each([
    ['a signed-in person', ana, 'true'],
    ['nobody', { user: null, csrfToken: 'token-1' }, null],
  ])('says whether the page shows %s', async (_who, session, expected) => {
    seedSession(session);
    takeOverPage();
    const call = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({}));
    await api.post('/v1/triptic/trip', {}, { idempotencyKey: 'key' });
    await api.put('/v1/triptic/trip', {});
    await api.post('/v1/lookup', {}, { inNobodysName: true });
    await api.get('/v1/triptic/trip');
    expect(call.mock.calls.map(([, options]) => new Headers(options?.headers).get('x-signed-in'))).toEqual([expected, expected, null, null]);
    call.mockRestore();
  });

  it('is not sent anonymously', async () => {
    const { posted, problem } = await change({ user: null, csrfToken: 'token-2' });
    expect(posted).toEqual(['token-1']);
    expect(problem).toMatchObject({ status: 401 });
  });
});

describe.each([
  ['a registration', { idempotencyKey: 'key' }],
  ['a change without an idempotency key', {}],
])('%s on a page that has noticed that its person has signed out in another tab', (_what, ofCall: CallOptions) => {
  const ana = { user: { name: 'Ana', sub: 'ana' }, csrfToken: 'token-1' };
  const berta = { user: { name: 'Berta', sub: 'berta' }, csrfToken: 'token-2' };
  const nobody = { user: null, csrfToken: 'token-3' };
  const posted: string[] = [];
  let status = 200;
  const codeOf = (sent: Promise<unknown>): Promise<string | undefined> =>
    sent.then(
      () => undefined,
      ({ code }: ApiProblem) => code,
    );
  /** Returns the code of the refusal; undefined if the call was sent. */
  const post = (path: string, options: CallOptions = {}): Promise<string | undefined> => codeOf(api.post(path, {}, { ...ofCall, ...options }));
  /** Makes a page for Ana, and then shows it these sessions, one after the other. */
  const show = (...sessions: Partial<SessionData>[]) => {
    seedSession(ana);
    takeOverPage();
    for (const session of sessions) seedSession(session);
  };

  let call: jest.SpyInstance;
  beforeEach(() => {
    posted.length = 0;
    status = 200;
    call = jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, options) => {
      if (String(url) === '/auth/session') return Response.json({ roles: [], agencies: [], ...nobody });
      posted.push(`${String(url).replace('/api/trips', '')} ${new Headers(options?.headers).get('x-csrf-token')}`);
      return Response.json({}, { status });
    });
  });
  afterEach(() => call.mockRestore());

  it.each([
    ['another person is signed in', '/one', [berta], 'OTHER_PERSON', 'token-2'],
    ['another person is signed in after nobody was', '/two', [nobody, berta], 'OTHER_PERSON', 'token-2'],
    ['nobody is signed in', '/three', [nobody], 'UNAUTHENTICATED', 'token-3'],
  ])('is refused once while %s', async (_when, path, sessions, refusal, token) => {
    show(...sessions);
    expect(await post(path)).toBe(refusal);
    expect(posted).toEqual([]);
    expect(await post(path)).toBeUndefined();
    expect(posted).toEqual([`${path} ${token}`]);
  });

  it('is refused once if the gateway notices it first', async () => {
    show();
    status = 401;
    expect(await post('/four')).toBe('UNAUTHENTICATED');
    status = 200;
    await refreshSession();
    expect(await post('/four')).toBeUndefined();
    expect(posted).toEqual(['/four token-1', '/four token-3']);
  });

  it('is refused each time if it is made at the same time as another one, or is another one', async () => {
    show(berta);
    expect(await Promise.all([post('/five'), post('/five'), post('/six')])).toEqual(['OTHER_PERSON', 'OTHER_PERSON', 'OTHER_PERSON']);
    expect(posted).toEqual([]);
  });

  it('lets the page work for this person once it has been tried again', async () => {
    show(berta);
    expect(await post('/seven')).toBe('OTHER_PERSON');
    await post('/seven');
    await post('/eight');
    expect(posted).toEqual(['/seven token-2', '/eight token-2']);
    seedSession(ana);
    expect(await post('/nine')).toBe('OTHER_PERSON');
  });

  it('is sent only for the person who signed it; a refusal that nobody sees does not affect other calls', async () => {
    show(berta);
    expect(await post('/ten', { person: 'berta' })).toBeUndefined();
    for (let tries = 0; tries < 2; tries += 1) expect(await post('/eleven', { person: 'ana' })).toBe('OTHER_PERSON');
    expect(await post('/eleven')).toBe('OTHER_PERSON');
    show(nobody);
    expect(await post('/twelve', { person: 'ana' })).toBe('UNAUTHENTICATED');
    expect(posted).toEqual(['/ten token-2']);
  });

  it.each([
    ['replaces', 'PUT'],
    ['deletes', 'DELETE'],
  ] as const)('is refused once if it %s something', async (_does, method) => {
    show(berta);
    const path = `/of/${method}`;
    const send = () => codeOf(api.send(method, path, undefined, ofCall));
    expect(await send()).toBe('OTHER_PERSON');
    expect(await send()).toBeUndefined();
    expect(posted).toEqual([`${path} token-2`]);
  });

  it('is refused once if the gateway notices it first, also with a file', async () => {
    show();
    status = 401;
    const upload = jest.fn(async () => ({ status, body: '{}', headers: new Headers() }));
    const sender = createApi('/api/trips', { fetch, upload });
    const send = () => codeOf(sender.upload('/thirteen', new FormData(), ofCall));
    expect(await send()).toBe('UNAUTHENTICATED');
    status = 200;
    await refreshSession();
    expect(await send()).toBeUndefined();
    expect(upload).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['another person', berta, 'token-2'],
    ['nobody', nobody, 'token-3'],
  ])('does not hinder what reads, nor a code, while %s is signed in', async (_who, session, token) => {
    show(session);
    const reading: [string, () => Promise<unknown>][] = [
      ['/find', () => findDocuments(api, '/find', {} as SearchQuery)],
      ['/history', () => readHistory(api, '/history', {} as HistoryRequest)],
      ['/find/code', () => sendOneTimeCode(api, '/find', 'key')],
      ['/find/open', () => openWithCode(api, '/find', 'key', '123456')],
      ['/kind/bulk/offered', () => readOffers(api, '/kind', [])],
      ['/print', () => api.blob('/print', { method: 'POST', body: {} })],
    ];
    for (const [, read] of reading) await read();
    expect(posted).toEqual(reading.map(([path]) => `${path} ${token}`));
  });
});
