import { kinds, ServiceSettings, Setting } from '@portal/service-kit';
import { defaultValidityMonths } from './licence/licence.validity.ts';

/** Settings of the licences, beside those of every service. */
export class LicenceSettings extends ServiceSettings {
  @Setting('RETENTION_LICENCES_DAYS', {
    about: 'days after its end for which a licence, or an application that came to nothing, is kept',
    default: 3_653,
    ...kinds.count,
  })
  retentionDays: number;
  @Setting('RETENTION_DRAFTS_DAYS', { about: 'days for which a draft is kept that nobody goes on with', default: 90, ...kinds.count }) draftDays: number;
  @Setting('LICENCE_VALIDITY_MONTHS', {
    about: 'months a licence lasts at most, and when its issuer gives no end date',
    default: defaultValidityMonths,
    ...kinds.count,
  })
  validityMonths: number;
  @Setting('LICENCE_EXPIRY_NOTICE_DAYS', { about: 'days before its end from which a licence counts as about to expire', default: 60, integer: true, min: 0 })
  expiryNoticeDays: number;
}
