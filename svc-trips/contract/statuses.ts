/** Statuses of a trip document, for both movements. */
import { type Bilingual, L } from '@portal/contract-kit';

export const tripStatuses = [
  'STORED',
  'SUBMITTED',
  'VERIFIED FOR EXIT',
  'VERIFIED FOR ENTRY',
  'PAID FOR APPROVAL',
  'APPROVED TO EXIT',
  'APPROVED TO ENTER',
  'PAID TO EXIT',
  'VALIDATED FOR EXIT',
  'VALIDATED FOR ENTRY',
  'CONFIRMED FOR EXIT',
  'CONFIRMED FOR ENTRY',
  'VALIDATED FOR RETURN',
  'CONFIRMED FOR RETURN',
  'TERMINATED',
] as const;

export type TripDocumentStatus = (typeof tripStatuses)[number];
export type Movement = 'E' | 'I';

/** Returns the movement of a trip: the one that it was registered for or, before registration, the one of the chosen document. */
export const movementOf = (trip: { documentDetails?: { movement?: string }; serialReference?: { serial?: string } }): Movement =>
  (trip.serialReference?.serial ?? trip.documentDetails?.movement) === 'I' ? 'I' : 'E';

/** The main path of each movement: the actions in order, and the status that each leads to. Receipts trigger the payment actions; users cannot perform them. */
export const paths: Record<Movement, readonly { action: string; status: TripDocumentStatus }[]> = {
  E: [
    { action: 'register', status: 'SUBMITTED' },
    { action: 'verification', status: 'VERIFIED FOR EXIT' },
    { action: 'payment', status: 'PAID FOR APPROVAL' },
    { action: 'approval', status: 'APPROVED TO EXIT' },
    { action: 'exit-payment', status: 'PAID TO EXIT' },
    { action: 'validation', status: 'VALIDATED FOR EXIT' },
    { action: 'confirmation', status: 'CONFIRMED FOR EXIT' },
    { action: 'return-validation', status: 'VALIDATED FOR RETURN' },
    { action: 'return-confirmation', status: 'CONFIRMED FOR RETURN' },
  ],
  I: [
    { action: 'register', status: 'SUBMITTED' },
    { action: 'verification', status: 'VERIFIED FOR ENTRY' },
    { action: 'payment', status: 'PAID FOR APPROVAL' },
    { action: 'approval', status: 'APPROVED TO ENTER' },
    { action: 'validation', status: 'VALIDATED FOR ENTRY' },
    { action: 'confirmation', status: 'CONFIRMED FOR ENTRY' },
    { action: 'return-validation', status: 'VALIDATED FOR EXIT' },
    { action: 'return-confirmation', status: 'CONFIRMED FOR EXIT' },
  ],
};

/** Whether a trip is closed in this status. `CONFIRMED FOR EXIT` closes only movement I. */
export const isClosed = (movement: string | undefined, status: string): boolean =>
  status === 'TERMINATED' || status === 'CONFIRMED FOR RETURN' || (movement === 'I' && status === 'CONFIRMED FOR EXIT');

/** Whether a trip with this status owes nothing: a terminated trip does not, even if fees are unpaid. */
export const owesNothing = (status: string | undefined): boolean => status === 'TERMINATED';

/** The labels of the statuses. */
export const statusLabels: Record<TripDocumentStatus, Bilingual> = {
  STORED: L('Draft', 'Rascunho'),
  SUBMITTED: L('Submitted', 'Submetida'),
  'VERIFIED FOR EXIT': L('Verified for exit', 'Verificada para saída'),
  'VERIFIED FOR ENTRY': L('Verified for entry', 'Verificada para entrada'),
  'PAID FOR APPROVAL': L('Paid for approval', 'Paga para aprovação'),
  'APPROVED TO EXIT': L('Approved to exit', 'Aprovada para saída'),
  'APPROVED TO ENTER': L('Approved to enter', 'Aprovada para entrada'),
  'PAID TO EXIT': L('Paid to exit', 'Paga para saída'),
  'VALIDATED FOR EXIT': L('Validated for exit', 'Validada para saída'),
  'VALIDATED FOR ENTRY': L('Validated for entry', 'Validada para entrada'),
  'CONFIRMED FOR EXIT': L('Confirmed for exit', 'Confirmada para saída'),
  'CONFIRMED FOR ENTRY': L('Confirmed for entry', 'Confirmada para entrada'),
  'VALIDATED FOR RETURN': L('Validated for return', 'Validada para regresso'),
  'CONFIRMED FOR RETURN': L('Confirmed for return', 'Confirmada para regresso'),
  TERMINATED: L('Terminated', 'Terminada'),
};

export type TripStatus = 'Y' | 'N' | 'F' | 'X';

/** Captions of the public validity check. */
export const tripCaptions: Record<TripStatus, Bilingual> = {
  Y: L('Trip is Valid', 'A viagem é válida'),
  N: L('Trip is Pending', 'A viagem está pendente'),
  F: L('Trip is not found', 'A viagem não foi encontrada'),
  X: L('Trip is Invalid', 'A viagem é inválida'),
};

const beforeApproval: readonly string[] = ['STORED', 'SUBMITTED', 'VERIFIED FOR EXIT', 'VERIFIED FOR ENTRY', 'PAID FOR APPROVAL'];

/**
 * Returns the validity of a trip on a day. A trip is valid from its approval until it is closed, but not after the expected date of return.
 * @param today `YYYY-MM-DD`
 */
export function tripStatusOf(trip: { documentStatus: string; documentDetails?: { movement?: string }; expectedDate?: string }, today: string): TripStatus {
  if (beforeApproval.includes(trip.documentStatus)) return 'N';
  if (isClosed(trip.documentDetails?.movement, trip.documentStatus)) return 'X';
  return trip.expectedDate && today > trip.expectedDate ? 'X' : 'Y';
}
