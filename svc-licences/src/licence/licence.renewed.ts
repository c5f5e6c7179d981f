/** The licence that a renewal renews. */
import { sentence } from '@portal/contract-kit';
import { conflict, type DocumentKit } from '@portal/service-kit';
import type { LicenceDocument, LicenceStatus } from '../../contract/index.ts';
import { LicenceRow } from './licence.row.ts';

/** Returns the licence that a renewal renews, as it is now; null for a first licence, and if that licence was erased. */
export const renewedLicence = async ({ db }: Pick<DocumentKit, 'db'>, { renewalOf }: LicenceDocument): Promise<LicenceRow | null> =>
  renewalOf ? db.findById(LicenceRow, renewalOf) : null;

/**
 * Refuses to issue a renewal while the licence that it renews is suspended, because the holder would have a valid licence again.
 * @throws 409
 */
export function refuseWhileSuspended(renewed: LicenceRow | null): void {
  if (renewed?.documentStatus !== ('SUSPENDED' satisfies LicenceStatus)) return;
  throw conflict(
    'ACTION_NOT_ALLOWED',
    sentence(
      'The licence that this one renews ({{reference}}) is suspended: activate that licence first',
      'A licença que esta renova ({{reference}}) está suspensa: reative primeiro essa licença',
      { reference: renewed.reference ?? '' },
    ),
  );
}
