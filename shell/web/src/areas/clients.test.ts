import type { Transport } from '@portal/web-kit';

const tokens = { shell: 'of-the-shell', 'mf-trips': 'of-trips', 'mf-licences': 'of-licences' };
const calls: [string, string | null][] = [];
let removed = false;

/** Loads the module as a page does: the tokens are in the page and are read once. */
function load(): typeof import('./clients.ts') {
  Object.assign(globalThis, {
    location: { href: 'http://localhost/', origin: 'http://localhost' },
    document: { getElementById: (id: string) => (id === 'area-tokens' ? { textContent: JSON.stringify(tokens), remove: () => (removed = true) } : null) },
    fetch: async (url: string, request: RequestInit) => {
      calls.push([url, new Headers(request.headers).get('x-area-token')]);
      return new Response('{}');
    },
  });
  return require('./clients.ts');
}

describe('the tokens of the page', () => {
  const original = globalThis.fetch;
  let clients: ReturnType<typeof load>;
  beforeAll(() => {
    clients = load();
  });
  afterAll(() => {
    globalThis.fetch = original;
  });
  beforeEach(() => {
    calls.length = 0;
  });

  it('are taken out of the page', () => {
    expect(removed).toBe(true);
  });

  it('go with an area’s calls of its own service, and with no other', async () => {
    const trips: Transport = clients.transportOf('mf-trips', '/api/trips');
    const addresses = [
      '/api/trips/v1/triptic/trip/info',
      '/api/licences/v1/professional/search',
      '/api/trips-of-others/v1',
      'http://other.example/api/trips/v1',
    ];
    for (const address of addresses) await trips.fetch(address, { headers: {} });
    expect(calls.map(([, token]) => token)).toEqual(['of-trips', null, null, null]);
  });

  it('let the shell call every service', async () => {
    await clients.shellApi('/api/licences').get('/v1/professional/mine');
    expect(calls).toEqual([['/api/licences/v1/professional/mine', 'of-the-shell']]);
  });
});
