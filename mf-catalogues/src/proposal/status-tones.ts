import type { Tone } from '@portal/web-kit';
import type { ProposalStatus } from 'svc-reference/contract';

export const statusTones: Record<ProposalStatus, Tone> = { WAITING: 'blue', APPROVED: 'green', REJECTED: 'red', WITHDRAWN: 'grey' };
