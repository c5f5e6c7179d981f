import type { CatalogueRecord } from '@portal/contract-kit';

export const standings = ['IN_FORCE', 'COMING', 'ENDED', 'RETIRED'] as const;
export const tones = { IN_FORCE: 'green', COMING: 'blue', ENDED: 'grey', RETIRED: 'grey' } as const;

/** Returns whether a record can be chosen today, and if not, why. */
export const standingOf = (record: CatalogueRecord): (typeof standings)[number] =>
  (record.standing as 'COMING' | 'ENDED' | undefined) ?? (record.retired ? 'RETIRED' : 'IN_FORCE');
