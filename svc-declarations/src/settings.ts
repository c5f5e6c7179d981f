import { ServiceSettings, Setting } from '@portal/service-kit';

/** Settings of the declarations, beside those of every service. */
export class DeclarationSettings extends ServiceSettings {
  @Setting('ARRIVAL_WIZARD', { about: 'steps of the arrival wizard', default: 'five', values: ['five', 'three'] }) arrivalWizard: 'five' | 'three';
  @Setting('ARRIVAL_DAYS', { about: 'days after today that may be chosen as arrival date', default: 7 }) arrivalDays: number;
  @Setting('DEPARTURE_DAYS', { about: 'days after today that may be chosen as departure date', default: 7 }) departureDays: number;
}
