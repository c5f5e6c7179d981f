/** For tests only: catalogue records with days, as svc-reference publishes them on a day before all of theirs. */
import type { CatalogueRecord } from '@portal/contract-kit';

/** A record that says something else from a day on. */
export const changing = (record: CatalogueRecord, from: string, changes: Partial<CatalogueRecord>): CatalogueRecord => ({
  ...record,
  periods: [record, { ...record, ...changes, effectiveFrom: from }],
});

/** A record that can be chosen from a day on. */
export const coming = (record: CatalogueRecord, from: string): CatalogueRecord => {
  const period = { ...record, effectiveFrom: from };
  return { ...period, periods: [period], standing: 'COMING', retired: true };
};

/** A record that ends with a day. */
export const ending = (record: CatalogueRecord, last: string): CatalogueRecord => ({ ...record, effectiveTo: last, periods: [record] });

/** Offices in Dili, nine hours ahead of UTC: a day begins at 15:00 UTC of the day before. */
export const officesInDili: CatalogueRecord[] = [1, 2, 3, 4, 5].map((weekday) => ({
  code: String(weekday),
  name: 'Working day',
  weekday,
  opens: '08:00',
  closes: '17:00',
  timeZone: 'Asia/Dili',
}));
