/** For tests only: catalogue records that change on certain days, in the form in which svc-reference publishes them before all of these days. */
import type { CatalogueRecord } from '@portal/contract-kit';

/** Returns a record whose content changes from a day on. */
export const changing = (record: CatalogueRecord, from: string, changes: Partial<CatalogueRecord>): CatalogueRecord => ({
  ...record,
  periods: [record, { ...record, ...changes, effectiveFrom: from }],
});

/** Returns a record that can be chosen from a day on. */
export const coming = (record: CatalogueRecord, from: string): CatalogueRecord => {
  const period = { ...record, effectiveFrom: from };
  return { ...period, periods: [period], standing: 'COMING', retired: true };
};

/** Returns a record whose last day is given. */
export const ending = (record: CatalogueRecord, last: string): CatalogueRecord => ({ ...record, effectiveTo: last, periods: [record] });

/** Working hours of offices in Dili, nine hours ahead of UTC: a day begins at 15:00 UTC of the previous day. */
export const officesInDili: CatalogueRecord[] = [1, 2, 3, 4, 5].map((weekday) => ({
  code: String(weekday),
  name: 'Working day',
  weekday,
  opens: '08:00',
  closes: '17:00',
  timeZone: 'Asia/Dili',
}));
