import { kinds, ServiceSettings, Setting } from '@portal/service-kit';

/** Settings of the trips, in addition to those of every service. */
export class TripSettings extends ServiceSettings {
  @Setting('RETENTION_TRIPS_DAYS', { about: 'days that a trip is kept after its end', default: 1_826, ...kinds.count }) retentionDays: number;
  @Setting('RETENTION_DRAFTS_DAYS', { about: 'days after which an abandoned draft is erased', default: 90, ...kinds.count }) draftDays: number;
}
