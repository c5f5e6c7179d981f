/** Determines the content of a catalogue record on a given day. deciding-day.ts determines the day for a document. */
import type { CatalogueRecord } from '@portal/contract-kit';
import { addDays } from '../clock.ts';

/**
 * Returns a record as it is on a day; without a day, as svc-reference serves it today. `retired` is true where the record cannot be chosen on that day. A
 * record without periods is the same on every day.
 */
export function recordOn(record: CatalogueRecord, day: string | undefined): CatalogueRecord {
  const periods = record.periods as CatalogueRecord[] | undefined;
  // A record that an administrator has retired is retired on every day.
  if (!day || !periods || (record.retired === true && !record.standing)) return record;
  const held = periods.findLast(({ effectiveFrom }) => !effectiveFrom || String(effectiveFrom) <= day);
  const isOver = typeof record.effectiveTo === 'string' && record.effectiveTo < day;
  return held && !isOver ? held : { ...(held ?? (periods[0] as CatalogueRecord)), retired: true };
}

/** Returns the days on which the content of a record changes, and the first day on which it is no longer valid. */
export const changeDays = ({ periods, effectiveTo }: CatalogueRecord): string[] => [
  ...((periods ?? []) as CatalogueRecord[]).flatMap(({ effectiveFrom }) => (effectiveFrom ? [String(effectiveFrom)] : [])),
  ...(typeof effectiveTo === 'string' ? [addDays(effectiveTo, 1)] : []),
];
