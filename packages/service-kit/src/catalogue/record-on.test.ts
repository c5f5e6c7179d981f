import type { CatalogueRecord } from '@portal/contract-kit';
import { askedRecords } from './asked-records.ts';
import type { CatalogueClient } from './catalogue-client.ts';
import { feesOf } from './fees.ts';
import { ownDay, recordOn } from './record-on.ts';

const fee = (amount: number, effectiveFrom?: string) => ({
  code: 'FEE',
  name: 'Fee',
  documentCode: 'TIBE',
  amount,
  ...(effectiveFrom ? { effectiveFrom } : {}),
});
/** 10 until November, 15 from December on, and gone after January. */
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

it('a document is asked what held on the day of its registration, a draft what holds today', async () => {
  const amounts = async (day?: string) => (await feesOf(catalogues, 'TIBE', undefined, 'en', () => ({}), day)).map(({ amount }) => amount);
  expect(await amounts()).toEqual([10]);
  expect(await amounts(ownDay({ serialReference: { date: '2026-12-05T10:00:00' } }))).toEqual([15]);
  expect(await amounts('2026-12-10')).toEqual([15, 20]);
  expect((await askedRecords(catalogues, 'fees', 'TIBE', undefined, '2027-02-01')).map(({ code }) => code)).toEqual(['NEW']);
  expect(ownDay(undefined)).toBeUndefined();
});
