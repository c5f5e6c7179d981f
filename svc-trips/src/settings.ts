import { ServiceSettings, Setting, settingKinds } from '@portal/service-kit';

/** Settings of the trip service, in addition to those that every service has. */
export class TripSettings extends ServiceSettings {
  @Setting('RETENTION_TRIPS_DAYS', { about: 'days that a trip is kept after its end', default: 1_826, ...settingKinds.count }) retentionDays: number;
  @Setting('TRIP_EXPIRY_NOTICE_DAYS', { about: 'days before its end from which the holder of a permit is reminded', default: 3, integer: true, min: 0 })
  expiryNoticeDays: number;
  @Setting('RETENTION_DRAFTS_DAYS', { about: 'days after which an abandoned draft is erased', default: 90, ...settingKinds.count }) draftDays: number;
}
