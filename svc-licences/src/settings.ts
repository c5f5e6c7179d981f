import { ServiceSettings, Setting } from '@portal/service-kit';

/** Settings of the licences, beside those of every service. */
export class LicenceSettings extends ServiceSettings {
  @Setting('LICENCE_VALIDITY_MONTHS', { about: 'months a licence lasts when its issuer gives no end date', default: 36 }) validityMonths: number;
  @Setting('LICENCE_EXPIRY_NOTICE_DAYS', { about: 'days before its end from which a licence counts as about to expire', default: 60 }) expiryNoticeDays: number;
}
