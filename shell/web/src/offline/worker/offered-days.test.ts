import { moveDaysOn } from './offered-days.ts';

const days = (...codes: string[]): string => JSON.stringify({ records: codes.map((code) => ({ code, name: code })), totalRecords: codes.length });
const codesOf = (body: string): string[] => (JSON.parse(body) as { records: { code: string }[] }).records.map(({ code }) => code);

it('offers as many days from today on, where the kept ones began earlier', () => {
  const moved = moveDaysOn(days('2026-12-28', '2026-12-29', '2026-12-30'), new Date('2026-12-31T08:00:00Z'), 'en');
  expect(codesOf(moved)).toEqual(['2026-12-31', '2027-01-01', '2027-01-02']);
  expect(JSON.parse(moved)).toMatchObject({ totalRecords: 3, records: [{ name: '31 December 2026' }, {}, {}] });
});

it('keeps the days of the portal while they have not begun, and where the clock of the device was set back', () => {
  const kept = days('2026-12-28', '2026-12-29');
  expect(moveDaysOn(kept, new Date('2026-12-28T23:59:59Z'), 'en')).toBe(kept);
  expect(moveDaysOn(kept, new Date('2001-01-01T00:00:00Z'), 'pt')).toBe(kept);
});

it('leaves answers that are no list of days as they are', () => {
  for (const body of ['{"records":[]}', '{"model":{"id":null}}', '{"records":[{"code":"PT","name":"Portugal"}]}', '[]'])
    expect(moveDaysOn(body, new Date('2026-12-31'), 'en')).toBe(body);
});
