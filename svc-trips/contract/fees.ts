/** Which fees of a trip are due, and when. */
import type { TripDocument } from './document.ts';
import type { FeeRow } from './parts.ts';
import { movementOf, owesNothing, type TripDocumentStatus } from './statuses.ts';

/** The paying steps: a permit is paid after its verification, an exit after the approval. */
export type Stage = 'permit' | 'exit';

/** A trip with fees; without a status while it is filled in. */
type WithFees = Partial<Pick<TripDocument, 'documentStatus' | 'documentDetails' | 'serialReference' | 'fees'>>;

/** Whether somebody has to pay this fee, now or in a later step. */
export const isUnpaid = ({ status, amount = 0 }: FeeRow): boolean => status !== 'PAID' && amount > 0;

/** Returns the stage in which a fee is paid. All fees of an entry are permit fees, but an earlier release stored some of them with the stage `exit`. */
export const stageOfFee = (trip: WithFees, { stage }: FeeRow): string | undefined => (movementOf(trip) === 'I' ? 'permit' : stage);

/** Returns the unpaid fees of a stage. */
export const dueOf = (trip: WithFees, stage: Stage): FeeRow[] => (trip.fees ?? []).filter((fee) => stageOfFee(trip, fee) === stage && isUnpaid(fee));

/** The statuses in which the fees of a stage are not due yet. In all later statuses they stay due until they are paid. */
const before: Record<Stage, readonly TripDocumentStatus[]> = {
  permit: ['STORED', 'SUBMITTED'],
  exit: ['STORED', 'SUBMITTED', 'VERIFIED FOR EXIT', 'VERIFIED FOR ENTRY', 'PAID FOR APPROVAL'],
};

/**
 * Returns the fees that are due now: those of the current paying step, and those of earlier steps whose payment was voided at the moment when an officer moved
 * the trip on.
 */
export function dueNow(trip: WithFees): FeeRow[] {
  const { documentStatus = 'STORED' } = trip;
  if (owesNothing(documentStatus)) return [];
  const stages: Stage[] = movementOf(trip) === 'E' ? ['permit', 'exit'] : ['permit'];
  return stages.filter((stage) => !before[stage].includes(documentStatus)).flatMap((stage) => dueOf(trip, stage));
}
