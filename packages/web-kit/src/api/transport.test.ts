/**
 * One test changes Object.prototype, so this file needs a realm of its own.
 * @jest-environment node
 */
import { createApi } from './api.ts';
import { captureTransport } from './transport.ts';

describe('an area’s calls', () => {
  const original = globalThis.fetch;
  const seen: [string, Headers][] = [];
  const browser = async (url: unknown, request?: RequestInit) => {
    seen.push([String(url), new Headers(request?.headers)]);
    return new Response('{}');
  };
  const token = (address: URL): Record<string, string> => (address.pathname.startsWith('/api/trips/') ? { 'x-area-token': 'of-trips' } : {});

  beforeEach(() => {
    seen.length = 0;
    Object.assign(globalThis, { fetch: browser, location: { href: 'http://localhost/triptic/trip' } });
  });
  afterAll(() => {
    globalThis.fetch = original;
    Reflect.deleteProperty(globalThis, 'location');
  });

  it('carry its token to its own service alone, whatever the path says', async () => {
    const api = createApi('/api/trips', captureTransport()(token));
    await api.get('/v1/triptic/trip/info');
    await api.get('/../licences/v1/professional/search');
    await api.get('/%2e%2e/licences/v1/professional/search');
    expect(seen.map(([, headers]) => headers.get('x-area-token'))).toEqual(['of-trips', null, null]);
  });

  it('do not pass through a function that a script has put in the place of fetch', async () => {
    const api = createApi('/api/trips', captureTransport()(token));
    const stolen: unknown[] = [];
    globalThis.fetch = async (...call) => {
      stolen.push(call);
      return new Response('{}');
    };
    await api.get('/v1/triptic/trip/info');
    expect(stolen).toEqual([]);
    expect(seen).toHaveLength(1);
  });

  it('do not show their token to a script that has changed what all objects inherit', async () => {
    const api = createApi('/api/trips', captureTransport()(token));
    const stolen: unknown[] = [];
    for (const name of ['x-area-token', 'headers']) Object.defineProperty(Object.prototype, name, { configurable: true, set: (value) => stolen.push(value) });
    try {
      await api.get('/v1/triptic/trip/info');
    } finally {
      for (const name of ['x-area-token', 'headers']) Reflect.deleteProperty(Object.prototype, name);
    }
    expect(stolen).toEqual([]);
    expect(seen[0]?.[1].get('x-area-token')).toBe('of-trips');
  });

  it('are sent without cookies where they are anonymous, and with the pass when the gateway requires it', async () => {
    const sent: unknown[] = [];
    globalThis.fetch = async (url, { credentials, headers } = {}) => {
      const pass = new Headers(headers).get('x-portal-pass');
      sent.push([url, credentials, pass]);
      if (url === '/auth/pass') return Response.json({ pass: 'in' });
      return new Response('{}', pass ? {} : { status: 503, headers: { 'x-portal-pass': 'required' } });
    };
    const path = '/api/trips/v1/triptic/trip/info';
    await createApi(
      '/api/trips',
      captureTransport()(undefined, () => true),
    ).get('/v1/triptic/trip/info');
    expect(sent).toEqual([
      [path, 'omit', null],
      ['/auth/pass', 'same-origin', null],
      [path, 'omit', 'in'],
    ]);
  });

  describe('upload a form of a page from the device', () => {
    const sent: unknown[] = [];
    let isAdmitted = true;
    /** Simulates a browser whose uploads have cookies only after it was admitted. */
    class Uploads {
      readonly upload = {};
      status = 0;
      responseText = '{}';
      onload?: () => void;
      private address = '';
      open(method: string, address: string) {
        this.address = `${method} ${address}`;
      }
      setRequestHeader() {}
      abort() {}
      getResponseHeader(name: string) {
        return this.status === 503 && name === 'x-portal-pass' ? 'required' : null;
      }
      send() {
        this.status = sent.includes('/auth/pass') && isAdmitted ? 201 : 503;
        sent.push(this.address);
        this.onload?.();
      }
    }
    const upload = () =>
      captureTransport()(undefined, () => true).upload('/api/media/v1/attachments', { method: 'POST', headers: { accept: 'x' }, form: new FormData() });

    beforeEach(() => {
      sent.length = 0;
      const admit = async (url: unknown) => {
        sent.push(url);
        return isAdmitted ? Response.json({ pass: 'in' }) : new Response('{}', { status: 503 });
      };
      Object.assign(globalThis, { XMLHttpRequest: Uploads, fetch: admit });
    });
    afterEach(() => Reflect.deleteProperty(globalThis, 'XMLHttpRequest'));

    it.each([
      [true, 201, ['POST /api/media/v1/attachments', '/auth/pass', 'POST /api/media/v1/attachments']],
      [false, 503, ['POST /api/media/v1/attachments', '/auth/pass']],
    ])('once more if the gateway requires a pass, and the visitor is admitted: %s', async (admitted, status, calls) => {
      isAdmitted = admitted;
      expect((await upload()).status).toBe(status);
      expect(sent).toEqual(calls);
    });

    it('and say that the network is lost if it is lost meanwhile', async () => {
      Object.assign(globalThis, { fetch: () => Promise.reject(new TypeError('failed')) });
      await expect(upload()).rejects.toMatchObject({ status: 0 });
    });
  });

  it('carry none where the prefix alone is known', async () => {
    captureTransport()(token);
    await createApi('/api/trips').get('/v1/triptic/trip/info');
    expect(seen[0]?.[1].get('x-area-token')).toBeNull();
  });
});
