import { IdleClock } from './idle-clock.ts';

const minute = 60_000;
const idle = 30 * minute;

/** Simulates time second by second, with a user's activity, and a gateway that sees only calls. */
function pass({ until, acts, elsewhere = [] }: { until: number; acts: number[]; elsewhere?: number[] }) {
  const clock = new IdleClock(idle, 0);
  let lastCall = 0;
  let warnedAt: number | undefined;
  let endedAt: number | undefined;
  let calls = 0;
  for (let now = 1000; now <= until; now += 1000) {
    if (acts.includes(now)) clock.active(now);
    const { secondsLeft, tell } = clock.tick(now, Math.max(0, ...elsewhere.filter((at) => at <= now)));
    if (tell) {
      lastCall = now;
      calls += 1;
    }
    if (secondsLeft !== null) warnedAt ??= now;
    if (now - lastCall > idle) endedAt ??= now;
  }
  return { warnedAt, endedAt, calls };
}

describe('an idle session', () => {
  it.each([0, 1, 30, 59, 60, 61, 4 * 60 + 59, 5 * 60, 9 * 60 + 58])(
    'whose owner last did something after %d seconds is warned of two minutes before its end, and not after it',
    (second) => {
      const acts = Array.from({ length: second }, (_, index) => (index + 1) * 1000);
      const { warnedAt, endedAt } = pass({ until: 45 * minute, acts });
      expect(warnedAt).toBe(second * 1000 + 28 * minute);
      expect(endedAt).toBeGreaterThan(second * 1000 + 30 * minute);
      expect(endedAt).toBeLessThanOrEqual(second * 1000 + 32 * minute);
    },
  );

  it('reports activity at most once a minute, and only from the tab that the person uses', () => {
    const everySecond = Array.from({ length: 600 }, (_, index) => (index + 1) * 1000);
    expect(pass({ until: 10 * minute, acts: everySecond }).calls).toBeLessThanOrEqual(10);
    expect(pass({ until: 10 * minute, acts: [], elsewhere: everySecond }).calls).toBe(0);
  });

  it('is not warned of while somebody is active in another tab', () => {
    expect(pass({ until: 40 * minute, acts: [], elsewhere: [20 * minute] }).warnedAt).toBeUndefined();
  });

  it('goes on when the warning is answered, which moving the mouse is not', () => {
    const clock = new IdleClock(idle, 0);
    expect(clock.tick(29 * minute, 0).secondsLeft).toBe(60);
    expect(clock.active(29 * minute)).toBe(false);
    expect(clock.tick(29 * minute, 0).secondsLeft).toBe(60);
    clock.stay(29 * minute);
    expect(clock.tick(29 * minute + 1000, 0).secondsLeft).toBeNull();
  });

  it('is looked at every ten seconds once its time is over', () => {
    const clock = new IdleClock(idle, 0);
    const asked = Array.from({ length: 30 }, (_, second) => clock.tick(idle + second * 1000, 0).ask);
    expect(asked.filter(Boolean)).toHaveLength(3);
    expect(asked[0]).toBe(true);
  });
});
