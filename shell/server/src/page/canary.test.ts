import fc from 'fast-check';
import { abortReason, bucketOf, getsCanary, newBucket } from './canary.ts';

const buckets = Array.from({ length: 100 }, (_, bucket) => bucket);
const aCanary = fc.record({ name: fc.stringMatching(/^mf-[a-z]{1,8}$/), version: fc.stringMatching(/^1\.0\.0-[0-9a-f]{8}$/) });

describe('the share of a canary', () => {
  it('is exact over the buckets, and who is in stays in when it grows', () => {
    fc.assert(
      fc.property(aCanary, fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }), (canary, a, b) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)];
        const having = (share: number): number[] => buckets.filter((bucket) => getsCanary(bucket, { ...canary, share }));
        expect(having(less)).toHaveLength(less);
        expect(having(more)).toEqual(expect.arrayContaining(having(less)));
      }),
    );
  });

  it('does not begin with the same visitors every time', () => {
    const first = buckets.map((number) => buckets.find((bucket) => getsCanary(bucket, { name: 'mf-trips', version: `1.0.${number}`, share: 1 })));
    expect(new Set(first).size).toBeGreaterThan(40);
  });

  it('is drawn evenly', () => {
    const counts = new Map<number, number>();
    for (let draw = 0; draw < 20_000; draw++) {
      const bucket = newBucket();
      counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
    }
    expect([...counts.keys()].sort((a, b) => a - b)).toEqual(buckets);
    // The expected count is 200 for each bucket. The bounds are seven standard deviations away.
    expect(Math.min(...counts.values())).toBeGreaterThan(100);
    expect(Math.max(...counts.values())).toBeLessThan(300);
  });

  it.each([
    ['0', 0],
    ['99', 99],
    ['100', undefined],
    ['-1', undefined],
    ['1e1', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('is read from the cookie %p as %p', (cookie, bucket) => {
    expect(bucketOf(cookie)).toBe(bucket);
  });
});

describe('a canary', () => {
  const canary = { name: 'mf-trips', version: 'new' };
  const limits = { visitors: 20, failed: 3 };
  const loads = (version: string, all: number, failures: number, area = 'mf-trips') => ({ area, version, visitors: all, failed: failures });

  it.each([
    ['fails over twice as often as the others', [loads('new', 100, 21), loads('old', 1000, 100)], true],
    ['fails just twice as often', [loads('new', 100, 20), loads('old', 1000, 100)], false],
    ['fails where the others never do', [loads('new', 20, 3), loads('old', 500, 0)], true],
    ['fails and there is nothing to compare it with', [loads('new', 20, 3)], true],
    ['has too few loads to say', [loads('new', 19, 19), loads('old', 500, 0)], false],
    ['has too few failures to say', [loads('new', 20, 2), loads('old', 500, 0)], false],
    ['is better than several others together', [loads('new', 100, 5), loads('old', 50, 0), loads('older', 50, 5)], false],
    ['is fine while another area fails', [loads('new', 100, 0), loads('new', 100, 90, 'mf-licences')], false],
    ['was not loaded yet', [], false],
  ])('that %s ends or goes on', (_name, all, ends) => {
    expect(abortReason(canary, all, limits) !== undefined).toBe(ends);
  });

  it('ends with the numbers that ended it', () => {
    expect(abortReason(canary, [loads('new', 100, 21), loads('old', 1000, 100)], limits)).toBe(
      'it failed for 21 of 100 visitors; the other versions for 100 of 1000',
    );
  });
});
