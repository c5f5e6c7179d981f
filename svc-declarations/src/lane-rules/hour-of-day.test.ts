import { hourOfDay } from './hour-of-day.ts';

it.each([
  ['Asia/Dili', '2026-05-04T15:10:00Z', 0],
  ['Asia/Dili', '2026-05-04T15:50:00Z', 0],
  // 14:55 and 15:05 in Nepal, in one hour of UTC.
  ['Asia/Kathmandu', '2026-05-04T09:10:00Z', 14],
  ['Asia/Kathmandu', '2026-05-04T09:20:00Z', 15],
])('the hour of the day in %s at %s is %i, whatever was asked before', (timeZone, at, hour) => {
  const hourOf = hourOfDay(timeZone);
  const begins = Date.parse(`${at.slice(0, 14)}00:00Z`);
  for (let minute = 0; minute < 60; minute++) hourOf(new Date(begins + minute * 60_000));
  expect(hourOf(new Date(at))).toBe(hour);
});
