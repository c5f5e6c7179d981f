import { renderToStaticMarkup } from 'react-dom/server';
import { addTexts, KIT } from '../../language/i18n.ts';
import { seedSession } from '../../session/session-store.ts';
import { LiveConnection, type LiveEvent } from './live-connection.ts';
import { Presence } from './presence.tsx';
import { liveTexts } from './texts.ts';
import { slowly, throttle } from './throttle.ts';

addTexts(KIT, liveTexts);

/** A fake event source that a test can interrupt and restore. */
class FakeSource {
  static readonly CLOSED = 2;
  static all: FakeSource[] = [];
  readyState = 1;
  private readonly listeners = new Map<string, (event: { data: string }) => void>();

  constructor(readonly url: string) {
    FakeSource.all.push(this);
  }
  addEventListener(name: string, listener: (event: { data: string }) => void): void {
    this.listeners.set(name, listener);
  }
  close(): void {
    this.readyState = FakeSource.CLOSED;
  }
  emit(name: string, data: object = {}): void {
    this.listeners.get(name)?.({ data: JSON.stringify(data) });
  }
}

const signInAs = (...roles: string[]) => seedSession({ user: { name: 'Ana' }, roles, agencies: [], csrfToken: 't' });

describe('the connection to the stream', () => {
  const known = { EventSource: globalThis.EventSource, fetch: globalThis.fetch, BroadcastChannel: globalThis.BroadcastChannel };
  let heard: LiveEvent[];
  beforeEach(() => {
    jest.useFakeTimers();
    FakeSource.all = [];
    heard = [];
    Object.assign(globalThis, {
      EventSource: FakeSource,
      // Simulates a page without other tabs.
      BroadcastChannel: undefined,
      fetch: async () => ({ ok: true, json: async () => ({ user: { name: 'Ana' }, roles: ['professional-license-read'], agencies: [], csrfToken: 't' }) }),
    });
    signInAs('professional-license-read');
  });
  afterEach(() => {
    jest.useRealTimers();
    Object.assign(globalThis, known);
  });
  const open = async (connection = new LiveConnection()) => {
    const stop = connection.subscribe((event) => heard.push(event));
    await jest.advanceTimersByTimeAsync(0);
    return { stop, connection };
  };

  it('is one, however many listen, and ends with the last of them', async () => {
    const { stop, connection } = await open();
    const stopOther = connection.subscribe(() => undefined);
    await jest.advanceTimersByTimeAsync(10);
    expect(FakeSource.all.map(({ url, readyState }) => [url, readyState])).toEqual([['/events', 1]]);
    stop();
    expect(FakeSource.all[0]?.readyState).toBe(1);
    stopOther();
    expect(FakeSource.all[0]?.readyState).toBe(2);
  });

  it('is not opened for applicants', async () => {
    signInAs();
    const { stop } = await open();
    expect(FakeSource.all).toEqual([]);
    stop();
  });

  it('asks to read again what is shown after an interruption, and not at the start', async () => {
    const { stop } = await open();
    const [source] = FakeSource.all as [FakeSource];
    source.emit('ready');
    source.emit('queue', { kinds: ['/v1/professional'] });
    source.emit('error');
    source.emit('ready');
    expect(heard).toEqual([{ name: 'queue', kinds: ['/v1/professional'] }, { name: 'resync' }]);
    stop();
  });

  it('comes back ever more seldom where it is refused, and at random times', async () => {
    const { stop } = await open();
    const waits: number[] = [];
    for (let n = 0; n < 6; n++) {
      const source = FakeSource.all.at(-1) as FakeSource;
      source.close();
      source.emit('error');
      const began = Date.now();
      const before = FakeSource.all.length;
      for (let n = 0; n < 5_000 && FakeSource.all.length === before; n++) await jest.advanceTimersByTimeAsync(100);
      waits.push(Date.now() - began);
    }
    waits.forEach((wait, n) => {
      expect(wait).toBeGreaterThanOrEqual(2_000 * 2 ** n);
      expect(wait).toBeLessThanOrEqual(4_000 * 2 ** n + 200);
    });
    stop();
  });

  it('does not come back once its session has ended', async () => {
    const { stop } = await open();
    const [source] = FakeSource.all as [FakeSource];
    globalThis.fetch = (async () => ({ ok: true, json: async () => ({ user: null, roles: [], agencies: [], csrfToken: '' }) })) as never;
    source.emit('ended');
    expect(source.readyState).toBe(2);
    await jest.advanceTimersByTimeAsync(600_000);
    expect(FakeSource.all.length).toBe(1);
    stop();
  });
});

describe('calm', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('asks soon, and at most every five seconds however much changes', async () => {
    const run = jest.fn();
    const { ask, stop } = throttle(run, () => false);
    for (let n = 0; n < 100; n++) {
      ask();
      await jest.advanceTimersByTimeAsync(100);
    }
    // During ten seconds of changes the function runs at about 0.5 s and 5.5 s, and not more often.
    expect(run).toHaveBeenCalledTimes(2);
    stop();
  });

  it('counts what takes long at most every thirty seconds however much changes, and once after the last change', async () => {
    const run = jest.fn();
    const { ask, stop } = throttle(run, () => false, slowly);
    for (let n = 0; n < 950; n++) {
      ask();
      await jest.advanceTimersByTimeAsync(100);
    }
    // During 95 seconds of changes the function runs three times: first after 15 to 30 s, then every 30 s.
    expect(run).toHaveBeenCalledTimes(3);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(run).toHaveBeenCalledTimes(4);
    stop();
  });

  it('waits until the page is seen', async () => {
    const run = jest.fn();
    let hidden = true;
    const { ask, seen } = throttle(run, () => hidden);
    ask();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(run).not.toHaveBeenCalled();
    hidden = false;
    seen();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(run).toHaveBeenCalledTimes(1);
    seen();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(run).toHaveBeenCalledTimes(1);
  });
});

it.each([
  [[], ''],
  [['Ana'], 'Ana is looking at this'],
  [['Ana', 'Rui'], 'Ana and Rui are looking at this'],
  [['Ana', 'Rui', 'Eva'], 'Ana and 2 others are looking at this'],
])('presence of %j reads %j', (others, words) => {
  const html = renderToStaticMarkup(<Presence others={others} />);
  expect(html.replace(/<[^>]+>/g, '')).toBe(words);
  expect(html).toContain('role="status"');
});
