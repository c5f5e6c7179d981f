/** What a catalogue record says on a day. Which day decides for a document: deciding-day.ts. */
import type { CatalogueRecord } from '@portal/contract-kit';
import { addDays } from '../clock.ts';

/**
 * A record as it is on a day; as svc-reference says it is today without one. `retired` is true where it cannot be chosen on that day.
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

/** The days on which a record begins to say something else, or ends. */
export const changeDays = ({ periods, effectiveTo }: CatalogueRecord): string[] => [
  ...((periods ?? []) as CatalogueRecord[]).flatMap(({ effectiveFrom }) => (effectiveFrom ? [String(effectiveFrom)] : [])),
  ...(typeof effectiveTo === 'string' ? [addDays(effectiveTo, 1)] : []),
];
