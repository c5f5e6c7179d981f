import { initI18n } from '../language/i18n.ts';
import { seedSession } from '../session/session-store.ts';
import { createApi } from './api.ts';
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
  async function change(present: object) {
    seedSession(ana);
    const posted: unknown[] = [];
    const call = jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, options) => {
      if (String(url) === '/auth/session') return Response.json({ roles: [], agencies: [], ...present });
      const token = new Headers(options?.headers).get('x-csrf-token');
      posted.push(token);
      return Response.json({}, { status: token === 'token-1' ? 403 : 201 });
    });
    const problem = await api.post('/v1/triptic/trip', {}).catch((error: ApiProblem) => error);
    call.mockRestore();
    return { posted, problem };
  }

  it('is sent again for the same person', async () => {
    expect((await change({ ...ana, csrfToken: 'token-2' })).posted).toEqual(['token-1', 'token-2']);
  });

  it('is not sent in the name of another person', async () => {
    const { posted, problem } = await change({ user: { name: 'Berta', sub: 'berta' }, csrfToken: 'token-2' });
    expect(posted).toEqual(['token-1']);
    expect(problem).toMatchObject({ status: 403, code: 'OTHER_PERSON', message: expect.stringContaining('Berta') });
  });

  it.each([
    ['a signed-in person', ana, 'true'],
    ['nobody', { user: null, csrfToken: 'token-1' }, null],
  ])('says whether the page shows %s', async (_who, session, expected) => {
    seedSession(session);
    const call = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({}));
    await api.post('/v1/triptic/trip', {});
    await api.get('/v1/triptic/trip');
    expect(call.mock.calls.map(([, options]) => new Headers(options?.headers).get('x-signed-in'))).toEqual([expected, null]);
    call.mockRestore();
  });

  it('is not sent anonymously', async () => {
    const { posted, problem } = await change({ user: null, csrfToken: 'token-2' });
    expect(posted).toEqual(['token-1']);
    expect(problem).toMatchObject({ status: 401 });
  });
});
