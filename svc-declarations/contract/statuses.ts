/** The statuses of both declarations, the decisions on an arrival, and their labels. */
import { type Bilingual, L } from '@portal/contract-kit';

export const departureStatuses = ['CREATED', 'VERIFIED', 'APPROVED'] as const;
export type DepartureStatus = (typeof departureStatuses)[number];

export const decisions = ['CLEARED', 'REFERRED', 'DETAINED'] as const;
export type Decision = (typeof decisions)[number];

/** Whether the status is the decision on an arrival. A departure has none: it may be approved before its traveller comes to the border. */
export const isDecided = (status?: string): boolean => decisions.some((decision) => decision === status);

/** Whether nothing more happens after the decision. A referred traveller goes on to a supervisor, who decides anew. */
export const isOver = (status?: string): boolean => isDecided(status) && status !== 'REFERRED';

export const arrivalStatuses = ['CREATED', 'ARRIVED', ...decisions] as const;
export type ArrivalStatus = (typeof arrivalStatuses)[number];

/** The labels of the statuses on screens and prints, and in lists, filters, histories and files. */
export const departureStatusLabels: Record<DepartureStatus, Bilingual> = {
  CREATED: L('Created', 'Criada'),
  VERIFIED: L('Verified', 'Verificada'),
  APPROVED: L('Approved', 'Aprovada'),
};

/** The labels of the decisions, which are also the labels of the statuses that they lead to. */
export const decisionNames: Record<Decision, Bilingual> = {
  CLEARED: L('Cleared', 'Desembaraçado'),
  REFERRED: L('Referred', 'Encaminhado'),
  DETAINED: L('Detained', 'Retido'),
};

export const arrivalStatusLabels: Record<ArrivalStatus, Bilingual> = {
  CREATED: departureStatusLabels.CREATED,
  ARRIVED: L('Arrived', 'Chegou'),
  ...decisionNames,
};
