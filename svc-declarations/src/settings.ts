import { ServiceSettings, Setting, settingKinds } from '@portal/service-kit';

/** Settings of the declarations service, in addition to those that every service has. */
export class DeclarationSettings extends ServiceSettings {
  @Setting('ARRIVAL_WIZARD', { about: 'steps of the arrival wizard', default: 'five', values: ['five', 'three'] }) arrivalWizard: 'five' | 'three';
  @Setting('ARRIVAL_DAYS', { about: 'days after today that may be chosen as arrival date', default: 7, integer: true, min: 0 }) arrivalDays: number;
  @Setting('RETENTION_DECLARATIONS_DAYS', { about: 'days that a declaration is kept after the day of travel', default: 1_826, ...settingKinds.count })
  retentionDays: number;
  @Setting('DEPARTURE_DAYS', { about: 'days after today that may be chosen as departure date', default: 7, integer: true, min: 0 }) departureDays: number;
  @Setting('PUBLIC_NUMBERS', { about: 'GET /v1/public-numbers tells everybody how many declarations came and how many steps were on time', default: false })
  publicNumbers: boolean;
  @Setting('GATE_SHIFT_HOURS', { about: 'hours that a device at a gate may work without a connection', default: 10, integer: true, min: 1, max: 24 })
  gateShiftHours: number;
  @Setting('GATE_EXPECTED_HOURS', {
    about: 'hours ahead of which devices at gates hold the list of expected arrivals, encrypted; 0 for none',
    default: 0,
    integer: true,
    min: 0,
    max: 48,
  })
  gateExpectedHours: number;
}
