import { kinds, ServiceSettings, Setting } from '@portal/service-kit';

/** Settings of the declarations, in addition to those of every service. */
export class DeclarationSettings extends ServiceSettings {
  @Setting('ARRIVAL_WIZARD', { about: 'steps of the arrival wizard', default: 'five', values: ['five', 'three'] }) arrivalWizard: 'five' | 'three';
  @Setting('ARRIVAL_DAYS', { about: 'days after today that may be chosen as arrival date', default: 7, integer: true, min: 0 }) arrivalDays: number;
  @Setting('RETENTION_DECLARATIONS_DAYS', { about: 'days that a declaration is kept after the day of travel', default: 1_826, ...kinds.count })
  retentionDays: number;
  @Setting('DEPARTURE_DAYS', { about: 'days after today that may be chosen as departure date', default: 7, integer: true, min: 0 }) departureDays: number;
}
