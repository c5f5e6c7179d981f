/** The statuses of a sample, with their labels. */
import { type Bilingual, L } from '@portal/contract-kit';

export const sampleStatuses = ['SUBMITTED', 'VERIFIED', 'APPROVED'] as const;
export type SampleStatus = (typeof sampleStatuses)[number];

export const statusLabels: Record<SampleStatus, Bilingual> = {
  SUBMITTED: L('Submitted', 'Submetido'),
  VERIFIED: L('Verified', 'Verificado'),
  APPROVED: L('Approved', 'Aprovado'),
};
