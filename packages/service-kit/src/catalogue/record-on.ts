/** What a catalogue record says on a day. */
import type { CatalogueRecord, SerialReference } from '@portal/contract-kit';

/**
 * A record as it is on a day; as it is today without one. `retired` is true where it cannot be chosen on that day.
 * A record without days is always the same.
 */
export function recordOn(record: CatalogueRecord, day: string | undefined): CatalogueRecord {
  const periods = record.periods as CatalogueRecord[] | undefined;
  // One that an administrator has retired is retired for every day.
  if (!day || !periods || (record.retired === true && !record.standing)) return record;
  const held = periods.findLast(({ effectiveFrom }) => !effectiveFrom || String(effectiveFrom) <= day);
  const isOver = typeof record.effectiveTo === 'string' && record.effectiveTo < day;
  return held && !isOver ? held : { ...(held ?? (periods[0] as CatalogueRecord)), retired: true };
}

/** The day that decides for a document: that of its registration; today while it is a draft. */
export const ownDay = (document: { serialReference?: Pick<SerialReference, 'date'> } | undefined): string | undefined =>
  document?.serialReference?.date?.slice(0, 10);
