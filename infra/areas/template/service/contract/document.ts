/** A stored sample, as the service returns it. */
import type { ServerFields } from '@portal/contract-kit';
import type { SampleBody } from './sample.ts';
import type { SampleStatus } from './statuses.ts';

export type SampleDocument = SampleBody & ServerFields<SampleStatus>;
