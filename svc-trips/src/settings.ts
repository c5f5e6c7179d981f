import { kinds, ServiceSettings, Setting } from '@portal/service-kit';

/** Settings of the trips, beside those of every service. */
export class TripSettings extends ServiceSettings {
  @Setting('RETENTION_TRIPS_DAYS', { about: 'days after its end for which a trip is kept', default: 1_826, ...kinds.count }) retentionDays: number;
  @Setting('RETENTION_DRAFTS_DAYS', { about: 'days for which a draft is kept that nobody goes on with', default: 90, ...kinds.count }) draftDays: number;
}
