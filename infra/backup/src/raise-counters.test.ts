import { raiseCounters, skippedNumbers } from './raise-counters.ts';
import type { Row } from './snapshot.ts';
import type { Target } from './target.ts';

const moment = '2026-05-03T01:00:00Z';
const [last, unreadable] = [9_999_999, undefined];
type Counters = Record<string, number>;

/** Raises the counters of a service whose database was not there (null), cannot be read (undefined), or has these counters. */
async function raise(existing: Counters | null | undefined, staged: Counters, skip = 0): Promise<{ raised: Counters; notes: string[] }> {
  const raised: Counters = {};
  const rowsOf = (counters: Counters): Row[] => Object.entries(counters).map(([id, number]) => ({ id, number }));
  const target = {
    async read(from: string) {
      if (from === 'staged') return rowsOf(staged);
      if (existing === undefined) throw new Error('disk image is malformed');
      return existing === null ? undefined : rowsOf(existing);
    },
    async fill(_service: string, _table: string, rows: AsyncIterable<Row>) {
      for await (const { id, number } of rows) raised[String(id)] = Number(number);
    },
  } as unknown as Target;
  return { notes: await raiseCounters(target, ['trips'], moment, skip), raised };
}

describe('the counters of references in a restored database', () => {
  it('continue after the numbers that were given after the backup, also in a series that began after it', async () => {
    const existing = { 'TIBE/E/2026': 9, 'TIBI/I/2026': 2 };
    expect(await raise(existing, { 'TIBE/E/2026': 4 })).toEqual({ raised: { 'TIBE/E/2026': 9, 'TIBI/I/2026': 2 }, notes: [] });
    expect((await raise({ 'TIBE/E/2026': 4 }, { 'TIBE/E/2026': 4 })).notes).toEqual([]);
  });

  it.each([
    ['is an older or another portal', { 'TIBE/E/2026': 9, 'OLD/A/2026': 3 }, { 'TIBE/E/2026': 9, 'OLD/A/2026': 7 }],
    ['has never given a reference', {}, { 'TIBE/E/2026': 4, 'OLD/A/2026': 7 }],
  ])('are those of the backup where what was there %s, and the operator is told so', async (_what, existing, expected) => {
    const { raised, notes } = await raise(existing as Counters, { 'TIBE/E/2026': 4, 'OLD/A/2026': 7 });
    expect([raised, notes]).toEqual([expected, [expect.stringMatching(/^svc-trips: .* are given again/)]]);
  });

  it('are those of the backup where there was no data, and the operator is told so', async () => {
    const { raised, notes } = await raise(null, { 'TIBE/E/2026': 4 });
    expect([raised, notes]).toEqual([{ 'TIBE/E/2026': 4 }, [expect.stringMatching(/^svc-trips: .* given after 2026-05-03T01:00:00Z are given again/)]]);
  });

  it('do not keep a restore from replacing a database that cannot be read', async () => {
    const { raised, notes } = await raise(unreadable, { 'TIBE/E/2026': 4 });
    expect([raised, notes[0]]).toEqual([{ 'TIBE/E/2026': 4 }, 'svc-trips: the counters of references that were here cannot be read (disk image is malformed)']);
  });

  it('skip as many numbers as the operator says, and no more than a reference has digits for', async () => {
    expect(await raise(null, { 'TIBE/E/2026': 4 }, 1_000)).toEqual({ raised: { 'TIBE/E/2026': 1_004 }, notes: [] });
    expect((await raise({ 'TIBE/E/2026': 2_000 }, { 'TIBE/E/2026': 4 }, 1_000)).raised).toEqual({ 'TIBE/E/2026': 2_000 });
    expect((await raise(null, { 'TIBE/E/2026': last - 11 }, 10)).raised).toEqual({ 'TIBE/E/2026': last - 1 });
    await expect(raise(null, { 'TIBE/E/2026': last - 10 }, 10)).rejects.toThrow('svc-trips: TIBE/E/2026 is at 9999989, so that 10 numbers cannot be skipped');
  });
});

it('reads how many numbers are skipped', () => {
  expect([undefined, '0', '10000'].map(skippedNumbers)).toEqual([0, 0, 10_000]);
  for (const text of ['', '-1', '1.5', 'many', '10000000'])
    expect(() => skippedNumbers(text)).toThrow(`--skip-numbers ${text}: must be a number such as 10000`);
});
