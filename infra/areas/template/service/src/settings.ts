import { ServiceSettings } from '@portal/service-kit';

/** Settings of the samples: those of every service. */
export class SampleSettings extends ServiceSettings {}
