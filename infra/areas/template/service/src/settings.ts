import { ServiceSettings } from '@portal/service-kit';

/** Settings of the samples, in addition to those of every service. */
export class SampleSettings extends ServiceSettings {}
