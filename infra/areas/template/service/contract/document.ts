/** A stored sample, as the service answers it. */
import type { SampleBody } from './sample.ts';
import type { SampleStatus } from './statuses.ts';

export interface SampleDocument extends SampleBody {
  id: string;
  version: number;
  documentStatus: SampleStatus;
  serialReference: { reference: string; date: string };
  documentCreatedAt: string;
}
