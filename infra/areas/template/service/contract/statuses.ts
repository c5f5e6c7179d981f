/** The statuses of a sample, and what they are called. */
import { L } from '@portal/contract-kit';

export const sampleStatuses = ['SUBMITTED', 'VERIFIED', 'APPROVED'] as const;
export type SampleStatus = (typeof sampleStatuses)[number];

export const statusLabels = {
  SUBMITTED: L('Submitted', 'Submetido'),
  VERIFIED: L('Verified', 'Verificado'),
  APPROVED: L('Approved', 'Aprovado'),
} satisfies Record<SampleStatus, object>;
