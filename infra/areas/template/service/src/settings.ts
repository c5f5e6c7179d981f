import { ServiceSettings } from '@portal/service-kit';

/** Settings of the sample service, in addition to the settings that every service has. */
export class SampleSettings extends ServiceSettings {}
