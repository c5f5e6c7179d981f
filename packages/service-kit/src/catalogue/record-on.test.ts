import type { CatalogueRecord } from '@portal/contract-kit';
import { TimeZone } from '../time-zone.ts';
import { applicableRecords } from './applicable-records.ts';
import type { CatalogueClient } from './catalogue-client.ts';
import { decidingDay } from './deciding-day.ts';
import { feesOf } from './fees.ts';
import { recordOn } from './record-on.ts';

const fee = (amount: number, effectiveFrom?: string) => ({
  code: 'FEE',
  name: 'Fee',
  documentCode: 'TIBE',
  amount,
  ...(effectiveFrom ? { effectiveFrom } : {}),
});
/** Amount 10 until the end of November, 15 from 1 December, no longer valid after 31 January. */
const dated: CatalogueRecord = { ...fee(10), effectiveTo: '2027-01-31', periods: [fee(10), fee(15, '2026-12-01')] };
const coming: CatalogueRecord = {
  ...fee(20, '2026-12-10'),
  code: 'NEW',
  retired: true,
  standing: 'COMING',
  periods: [{ ...fee(20, '2026-12-10'), code: 'NEW' }],
};
const catalogues = { records: async () => [dated, coming] } as unknown as CatalogueClient;

it.each([
  ['2026-11-30', 10, undefined],
  ['2026-12-01', 15, undefined],
  ['2027-01-31', 15, undefined],
  ['2027-02-01', 15, true],
])('on %s the record says %s', (day, amount, retired) => expect(recordOn(dated, day)).toMatchObject({ amount, ...(retired ? { retired } : {}) }));

it('a record that does not hold yet cannot be chosen before its day', () => {
  expect(recordOn(coming, '2026-12-09').retired).toBe(true);
  expect(recordOn(coming, '2026-12-10').retired).toBeUndefined();
});

it('a retired record is retired on every day, and one without days is always the same', () => {
  expect(recordOn({ ...dated, retired: true }, '2026-11-30').retired).toBe(true);
  const plain = { code: 'A', name: 'A' };
  expect(recordOn(plain, '2026-11-30')).toBe(plain);
});

it('a document is asked what held on its day', async () => {
  const amounts = async (day: string) => (await feesOf(catalogues, day, 'TIBE', undefined, 'en', () => ({}))).map(({ amount }) => amount);
  expect(await amounts('2026-11-30')).toEqual([10]);
  expect(await amounts('2026-12-01')).toEqual([15]);
  expect(await amounts('2026-12-10')).toEqual([15, 20]);
  expect((await applicableRecords(catalogues, 'fees', '2027-02-01', 'TIBE')).map(({ code }) => code)).toEqual(['NEW']);
});

describe('the day that decides', () => {
  const dili = new TimeZone('Asia/Dili');
  const now = new Date('2026-12-05T10:00:00Z');

  it.each([
    ['the last second of November in Dili', '2026-11-30T14:59:59', '2026-11-30'],
    ['the first second of December in Dili', '2026-11-30T15:00:00', '2026-12-01'],
    ['midnight in UTC', '2026-12-01T00:00:00', '2026-12-01'],
  ])('of a document that was registered in %s', (_when, dateTime, day) => {
    expect(decidingDay({ serialReference: { date: dateTime.slice(0, 10), dateTime } }, now, dili)).toBe(day);
  });

  it('of a draft is today where the offices are, and of a reference without a time its date', () => {
    expect(decidingDay(undefined, new Date('2026-11-30T14:59:59Z'), dili)).toBe('2026-11-30');
    expect(decidingDay({}, new Date('2026-11-30T15:00:00Z'), dili)).toBe('2026-12-01');
    expect(decidingDay({ serialReference: { date: '2026-11-30' } }, now, dili)).toBe('2026-11-30');
  });

  it('follows the clocks where they change', () => {
    const lisbon = new TimeZone('Europe/Lisbon');
    expect(['2026-03-28T23:59:00Z', '2026-03-29T22:59:00Z', '2026-03-29T23:00:00Z'].map((at) => lisbon.dayOf(new Date(at)))).toEqual([
      '2026-03-28',
      '2026-03-29',
      '2026-03-30',
    ]);
  });
});
