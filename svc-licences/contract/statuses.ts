/** The statuses of a licence, with their labels, and the standing that the public sees. */
import { type Bilingual, L } from '@portal/contract-kit';

export const licenceStatuses = [
  'STORED',
  'SUBMITTED',
  'WITHDRAWN',
  'QUERIED',
  'REPLIED',
  'VERIFIED',
  'ASSESSED',
  'RECOMMENDED',
  'RETURNED',
  'SENT FOR APPROVAL',
  'APPROVED',
  'REJECTED',
  'SUSPENDED',
] as const;

export type LicenceStatus = (typeof licenceStatuses)[number];

export const statusLabels: Record<LicenceStatus, Bilingual> = {
  STORED: L('Draft', 'Rascunho'),
  SUBMITTED: L('Submitted', 'Submetido'),
  WITHDRAWN: L('Withdrawn', 'Retirado'),
  QUERIED: L('Queried', 'Por esclarecer'),
  REPLIED: L('Replied', 'Respondido'),
  VERIFIED: L('Verified', 'Verificado'),
  ASSESSED: L('Assessed', 'Avaliado'),
  RECOMMENDED: L('Recommended', 'Recomendado'),
  RETURNED: L('Returned', 'Devolvido'),
  'SENT FOR APPROVAL': L('Sent for approval', 'Enviado para aprovação'),
  APPROVED: L('Approved', 'Aprovado'),
  REJECTED: L('Rejected', 'Rejeitado'),
  SUSPENDED: L('Suspended', 'Suspenso'),
};

/** Whether the application was submitted. Before that, only its author sees it, it can be changed, and it is in no register. */
export const isSubmitted = (status: string | undefined): boolean => status !== undefined && status !== '' && status !== 'STORED';

/** Whether the author can edit the application: it is a draft, or it was returned. The actions of a draft are then available. */
export const isWithAuthor = (status: string | undefined): boolean => !isSubmitted(status) || status === 'RETURNED';

/** Whether the application was withdrawn or rejected. Unpaid fees are then no longer due. */
export const isClosed = ({ documentStatus }: { documentStatus?: string }): boolean => documentStatus === 'WITHDRAWN' || documentStatus === 'REJECTED';

/** Whether unpaid fees are due: from the submission on, because a draft has no reference to pay under, until the application is withdrawn or rejected. */
export const areFeesDue = (licence: { documentStatus?: string }): boolean => isSubmitted(licence.documentStatus) && !isClosed(licence);

const decided: readonly (string | undefined)[] = ['WITHDRAWN', 'APPROVED', 'REJECTED', 'SUSPENDED'];

/** Whether the agency handles the application, which neither is with its author nor has a decision. */
export const isInProcess = (status: string | undefined): boolean => !isWithAuthor(status) && !decided.includes(status);

/** The standing of a licence in the register, in words that need no knowledge of the workflow. */
export type LicenceStandingCode = 'VALID' | 'NOT_YET_VALID' | 'EXPIRED' | 'SUSPENDED' | 'NOT_ISSUED' | 'IN_PROCESS' | 'REFUSED' | 'WITHDRAWN';

export interface LicenceStanding {
  code: LicenceStandingCode;
  label: Bilingual;
  tone: 'good' | 'bad' | 'warn' | 'plain';
}

const standings: Record<LicenceStandingCode, Omit<LicenceStanding, 'code'>> = {
  VALID: { label: L('Valid licence', 'Licença válida'), tone: 'good' },
  NOT_YET_VALID: { label: L('Licence not valid yet', 'Licença ainda não válida'), tone: 'warn' },
  EXPIRED: { label: L('Licence expired', 'Licença caducada'), tone: 'bad' },
  SUSPENDED: { label: L('Licence suspended', 'Licença suspensa'), tone: 'bad' },
  NOT_ISSUED: { label: L('Approved, licence not issued yet', 'Pedido aprovado, licença ainda não emitida'), tone: 'warn' },
  IN_PROCESS: { label: L('Application in process, no licence', 'Pedido em curso, sem licença'), tone: 'plain' },
  REFUSED: { label: L('Application refused, no licence', 'Pedido recusado, sem licença'), tone: 'bad' },
  WITHDRAWN: { label: L('Application withdrawn, no licence', 'Pedido retirado, sem licença'), tone: 'plain' },
};

const standingCode = (licence: { documentStatus?: string; beginDate?: string; endDate?: string }, today: string): LicenceStandingCode => {
  switch (licence.documentStatus) {
    case 'SUSPENDED':
      return 'SUSPENDED';
    case 'REJECTED':
      return 'REFUSED';
    case 'WITHDRAWN':
      return 'WITHDRAWN';
    case 'APPROVED':
      if (!licence.beginDate || !licence.endDate) return 'NOT_ISSUED';
      if (today < licence.beginDate) return 'NOT_YET_VALID';
      return today > licence.endDate ? 'EXPIRED' : 'VALID';
    default:
      return 'IN_PROCESS';
  }
};

/**
 * Returns the standing of a licence on a day.
 * @param today `YYYY-MM-DD`; the last day of validity still counts as valid
 */
export function licenceStandingOf(licence: { documentStatus?: string; beginDate?: string; endDate?: string }, today: string): LicenceStanding {
  const code = standingCode(licence, today);
  return { code, ...standings[code] };
}
