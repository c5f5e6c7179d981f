import { overrides, takeOverride } from './overrides.ts';

const stored = new Map<string, string>();
const link = 'http://localhost:8080/eservice/triptic/validity?reference=X&override=mf-trips@http://localhost:4203/remote.json';
let address = '';

/** Simulates the parts of a browser that an override uses. */
function open(href: string, development: 'on' | 'off'): void {
  stored.clear();
  address = href;
  Object.assign(globalThis, {
    document: { querySelector: () => ({ content: development }) },
    localStorage: { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) },
    location: { href },
    history: {
      state: null,
      replaceState: (_state: unknown, _title: string, url: URL) => {
        address = url.href;
      },
    },
  });
}

afterAll(() => {
  for (const name of ['document', 'localStorage', 'location', 'history']) delete (globalThis as Record<string, unknown>)[name];
});

it('a developer’s link turns the build on and leaves the address as it was', () => {
  open(link, 'on');
  takeOverride();
  expect(overrides()).toEqual({ 'mf-trips': 'http://localhost:4203/remote.json' });
  expect(address).toBe('http://localhost:8080/eservice/triptic/validity?reference=X');
});

it.each(['https://elsewhere.example/remote.json', 'http://localhost.elsewhere.example/remote.json', 'nonsense', ''])('a link to %j turns nothing on', (url) => {
  open(`http://localhost:8080/?override=mf-trips@${url}`, 'on');
  takeOverride();
  expect(overrides()).toEqual({});
});

it('in production neither a link nor what is stored counts', () => {
  open(link, 'off');
  takeOverride();
  expect(stored.size).toBe(0);
  stored.set('portal:overrides', '{"mf-trips":"http://localhost:4203/remote.json"}');
  expect(overrides()).toEqual({});
});
