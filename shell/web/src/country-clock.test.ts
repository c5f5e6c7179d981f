import { clockIn } from './country-clock.ts';

describe('the clocks of a zone', () => {
  it.each([
    ['2026-11-22T21:13:00.000Z', 'Asia/Dili', { day: '2026-11-23', time: '06:13', zone: 'UTC+9' }],
    ['2026-11-22T00:10:00Z', 'America/New_York', { day: '2026-11-21', time: '19:10', zone: 'UTC−5' }],
    ['2026-07-22T22:10:00Z', 'Asia/Kolkata', { day: '2026-07-23', time: '03:40', zone: 'UTC+5:30' }],
    ['2026-07-22T15:00:00Z', 'Asia/Dili', { day: '2026-07-23', time: '00:00', zone: 'UTC+9' }],
    ['2026-11-22T21:34:34', 'Asia/Dili', { day: '2026-11-23', time: '06:34', zone: 'UTC+9' }],
    ['2026-07-22T22:10:59Z', undefined, { day: '2026-07-22', time: '22:10', zone: 'UTC' }],
  ])('at %s in %s', (at, zone, shown) => {
    expect(clockIn(at, zone)).toEqual(shown);
  });
});
