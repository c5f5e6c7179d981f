import { AdaptiveLimit, type AdaptiveLimitOptions, type Rank, REFUSED_WAIT } from './adaptive-limit.ts';

/** Simulates a service with a known response time: quick while it has at most `capacity` calls at once, slow otherwise. */
function aService(capacity: number, options: Partial<AdaptiveLimitOptions> = {}) {
  let now = 0;
  const limit = new AdaptiveLimit({ quickMs: 100, now: () => now, ...options });
  let inside = 0;
  /** Simulates one second in which the public makes 300 calls. Returns how many of them were sent to the service at once. */
  const second = async (): Promise<number> => {
    const leaves: ((ms: number) => void)[] = [];
    const calls = Array.from({ length: 300 }, () => limit.enter('public').then((leave) => leaves.push(leave)));
    for (const call of calls) call.catch(() => undefined);
    await new Promise((resolve) => setImmediate(resolve));
    inside = leaves.length;
    now += 1_000;
    const answerMs = inside > capacity ? 400 : 20;
    // Calls that waited are sent as soon as others leave. They end at once.
    for (let done = 0; done < leaves.length; done++) {
      leaves[done]?.(done < inside ? answerMs : 20);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return inside;
  };
  return { limit, second };
}

describe('The limit of a service', () => {
  it.each([12, 60])('finds by itself that a service answers %i calls quickly, and stays near it', async (capacity) => {
    const { limit, second } = aService(capacity, { lineLength: 1 });
    for (let i = 0; i < 60; i++) await second();
    const seen: number[] = [];
    for (let i = 0; i < 20; i++) {
      await second();
      seen.push(limit.current);
    }
    expect(Math.min(...seen)).toBeGreaterThanOrEqual(Math.floor(capacity * 0.75));
    expect(Math.max(...seen)).toBeLessThanOrEqual(Math.ceil(capacity * 1.2));
  });

  it('never grows for calls that did not need it, and never leaves its range', async () => {
    let now = 0;
    const limit = new AdaptiveLimit({ quickMs: 100, now: () => now, least: 8, most: 40 });
    for (let i = 0; i < 50; i++) {
      now += 1_000;
      (await limit.enter('public'))(5);
    }
    expect(limit.current).toBe(32);
    for (let i = 0; i < 50; i++) {
      now += 1_000;
      (await limit.enter('public'))(5_000);
    }
    expect(limit.current).toBe(8);
  });

  it('lets officials in before the public, however long the public waits', async () => {
    const limit = new AdaptiveLimit({ quickMs: 100, most: 8 });
    const leaves = await Promise.all(Array.from({ length: 8 }, () => limit.enter('public')));
    const order: string[] = [];
    const enter = async (rank: Rank) => {
      const leave = await limit.enter(rank);
      order.push(rank);
      return leave;
    };
    const waiting = [enter('public')];
    // Officials have eight places beyond the limit. When these are taken, officials are first in the line.
    const officials = await Promise.all(Array.from({ length: 8 }, () => limit.enter('official')));
    waiting.push(enter('official'));
    expect(limit.waiting).toBe(2);
    for (const leave of [...officials, ...leaves]) leave(1);
    for (const leave of await Promise.all(waiting)) leave(1);
    expect(order).toEqual(['official', 'public']);
    expect(limit.waiting).toBe(0);
  });

  it('refuses at once when the line is full, and after the longest wait', async () => {
    const limit = new AdaptiveLimit({ quickMs: 100, most: 8, lineLength: 1, longestWaitMs: 30 });
    const leaves = await Promise.all(Array.from({ length: 8 }, () => limit.enter('public')));
    const line = Array.from({ length: 8 }, () => limit.enter('public'));
    const refused = { status: 503, extra: { retryAfter: expect.any(Number) } };
    expect(limit.takeBehind()).toBeLessThan(1);
    const late = Promise.all(line.map((call) => expect(call).rejects.toMatchObject(refused)));
    await expect(limit.enter('public')).rejects.toMatchObject(refused);
    expect(limit.takeBehind()).toBeGreaterThanOrEqual(REFUSED_WAIT);
    await late;
    expect(limit.waiting).toBe(0);
    for (const leave of leaves) leave(1);
    // Calling the same leave function twice must count only once.
    leaves[0]?.(1);
    const again = await Promise.all(Array.from({ length: 8 }, () => limit.enter('public')));
    expect(again).toHaveLength(8);
    const ninth = limit.enter('public');
    expect(limit.waiting).toBe(1);
    await expect(ninth).rejects.toMatchObject(refused);
  });

  it('tells for how long the public waits, of those who still do and of those who did, once', async () => {
    let now = 0;
    const limit = new AdaptiveLimit({ quickMs: 100, most: 8, now: () => now });
    const leaves = await Promise.all(Array.from({ length: 8 }, () => limit.enter('public')));
    expect(limit.takeBehind()).toBe(0);
    const waiting = [limit.enter('public'), limit.enter('public')];
    now = 700;
    expect(limit.takeBehind()).toBe(0.7);
    for (const leave of leaves.slice(0, 2)) leave();
    await Promise.all(waiting);
    now = 900;
    expect(limit.takeBehind()).toBe(0.7);
    expect(limit.takeBehind()).toBe(0);
    // A waiting official does not count as a backlog of the public.
    const officials = Array.from({ length: 9 }, () => limit.enter('official'));
    now = 1_500;
    expect(limit.takeBehind()).toBe(0);
    for (const leave of leaves.slice(2)) leave();
    await Promise.all(officials);
  });

  it('is behind by what it has refused too, because that comes again: as long as it takes at the present pace', async () => {
    const limit = new AdaptiveLimit({ quickMs: 100, most: 8, lineLength: 1, now: () => 0 });
    const leaves = await Promise.all(Array.from({ length: 8 }, () => limit.enter('public')));
    const line = Array.from({ length: 8 }, () => limit.enter('public'));
    for (let i = 0; i < 40; i++) await expect(limit.enter('public')).rejects.toMatchObject({ status: 503 });
    for (const leave of leaves) leave();
    for (const leave of await Promise.all(line)) leave();
    // Sixteen calls were answered in this second, and forty refused calls will be repeated after four seconds on average.
    expect(limit.takeBehind()).toBeCloseTo((40 * 4) / 16, 0);
    expect(limit.takeBehind()).toBe(0);
    for (const leave of await Promise.all(Array.from({ length: 8 }, () => limit.enter('official')))) leave();
    expect(limit.takeBehind()).toBe(0);
  });

  it('keeps no more bytes in line than it may, however many calls could wait', async () => {
    const limit = new AdaptiveLimit({ quickMs: 100, most: 8, lineBytes: 1_000 });
    const leaves = await Promise.all(Array.from({ length: 8 }, () => limit.enter('public', 900)));
    const waiting = limit.enter('public', 900);
    await expect(limit.enter('public', 101)).rejects.toMatchObject({ status: 503 });
    const small = limit.enter('public', 100);
    for (const leave of leaves) leave();
    await Promise.all([waiting, small]);
    // The calls that were sent no longer count as bytes in the line.
    const full = await Promise.all(Array.from({ length: 6 }, () => limit.enter('public')));
    const next = limit.enter('public', 1_000);
    for (const leave of full) leave();
    await next;
  });
});
