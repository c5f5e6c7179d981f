import { ServiceSettings } from '@portal/service-kit';

/** Settings of the trips: those of every service. */
export class TripSettings extends ServiceSettings {}
