import { Clicks } from './double-click.ts';

/**
 * Replays clicks in their order and returns whether the last one is the second of a double click. Each click has its target, the browser's click count at this
 * place, and a time.
 */
function second(...made: [on: 'button' | 'other', detail: number, timeStamp: number][]): boolean {
  const clicks = new Clicks();
  for (const [on, detail, timeStamp] of made) clicks.note({ detail, timeStamp }, on === 'button');
  const [, detail, timeStamp] = made.at(-1) as (typeof made)[number];
  return clicks.isSecond({ detail, timeStamp });
}

describe('the second click of a double click', () => {
  it('follows the first one on a button', () => {
    expect(second(['button', 1, 1000], ['button', 2, 1200])).toBe(true);
    expect(second(['button', 1, 1000])).toBe(false);
  });

  it('is not a click after one on something else at the same place', () => {
    expect(second(['other', 1, 1000], ['button', 2, 1200])).toBe(false);
    expect(second(['button', 1, 600], ['other', 1, 1000], ['button', 2, 1200])).toBe(false);
  });

  it('is not one more click after a while, which some browsers go on counting', () => {
    expect(second(['button', 2, 1000], ['button', 3, 9000])).toBe(false);
  });

  it('is not the press of a key', () => {
    expect(second(['button', 1, 1000], ['button', 0, 1200])).toBe(false);
  });
});
