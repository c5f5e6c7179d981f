import { ServiceSettings, Setting, settingKinds } from '@portal/service-kit';
import { defaultValidityMonths } from './licence/licence.validity.ts';

/** Settings of the licence service, in addition to those that every service has. */
export class LicenceSettings extends ServiceSettings {
  @Setting('RETENTION_LICENCES_DAYS', {
    about: 'days that a licence is kept after its end, or an application after its rejection or withdrawal',
    default: 3_653,
    ...settingKinds.count,
  })
  retentionDays: number;
  @Setting('RETENTION_DRAFTS_DAYS', { about: 'days after which an abandoned draft is erased', default: 90, ...settingKinds.count }) draftDays: number;
  @Setting('LICENCE_VALIDITY_MONTHS', {
    about: 'maximum validity of a licence in months, and its validity if the issuer gives no end date',
    default: defaultValidityMonths,
    ...settingKinds.count,
  })
  validityMonths: number;
  @Setting('LICENCE_EXPIRY_NOTICE_DAYS', { about: 'days before its end from which a licence counts as about to expire', default: 60, integer: true, min: 0 })
  expiryNoticeDays: number;
  @Setting('QUERY_REMINDER_DAYS', {
    about: 'days after which an applicant is reminded of a question that waits for an answer',
    default: 7,
    ...settingKinds.count,
  })
  queryReminderDays: number;
}
