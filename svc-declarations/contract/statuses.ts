/** The statuses of both declarations, the decisions on an arrival, and what they are called. */
import { type Bilingual, L } from '@portal/contract-kit';

export const departureStatuses = ['CREATED', 'VERIFIED', 'APPROVED'] as const;
export type DepartureStatus = (typeof departureStatuses)[number];

export const decisions = ['CLEARED', 'REFERRED', 'DETAINED'] as const;
export type Decision = (typeof decisions)[number];

export const arrivalStatuses = ['CREATED', 'ARRIVED', ...decisions] as const;
export type ArrivalStatus = (typeof arrivalStatuses)[number];

/** What a status is called: on screens, in lists, filters, histories, prints and files. */
export const departureStatusNames: Record<DepartureStatus, Bilingual> = {
  CREATED: L('Created', 'Criada'),
  VERIFIED: L('Verified', 'Verificada'),
  APPROVED: L('Approved', 'Aprovada'),
};

/** What a decision is called: the status it leads to. */
export const decisionNames: Record<Decision, Bilingual> = {
  CLEARED: L('Cleared', 'Desembaraçado'),
  REFERRED: L('Referred', 'Encaminhado'),
  DETAINED: L('Detained', 'Retido'),
};

export const arrivalStatusNames: Record<ArrivalStatus, Bilingual> = {
  CREATED: departureStatusNames.CREATED,
  ARRIVED: L('Arrived', 'Chegou'),
  ...decisionNames,
};
