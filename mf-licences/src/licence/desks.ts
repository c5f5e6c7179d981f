/** The officers' desks: lists with a preset filter by status. Each has its own address. */
import type { Label } from '@portal/web-kit';
import type { LicenceStatus } from 'svc-licences/contract';
import { t } from './texts.ts';

export interface Desk {
  /** Name of the desk in the address: `/licenser/professional/waiting/verification`. */
  name: string;
  title: Label;
  statuses: readonly LicenceStatus[];
  roles: readonly string[];
  /** Whether the list is filtered by `aboutToExpire`, which the nightly run sets, instead of by status. */
  aboutToExpire?: boolean;
}

export const desks: readonly Desk[] = [
  { name: 'verification', title: t.toVerify, statuses: ['SUBMITTED', 'REPLIED'], roles: ['professional-license-verification'] },
  { name: 'assessment', title: t.toAssess, statuses: ['VERIFIED'], roles: ['professional-license-assessment'] },
  { name: 'recommendation', title: t.toRecommend, statuses: ['ASSESSED'], roles: ['professional-license-recommendation'] },
  { name: 'approval', title: t.toApprove, statuses: ['RECOMMENDED', 'SENT FOR APPROVAL'], roles: ['professional-license-approval'] },
  { name: 'issuance', title: t.toIssue, statuses: ['APPROVED'], roles: ['professional-license-issuance'] },
  { name: 'renewal', title: t.aboutToExpire, statuses: [], roles: ['professional-license-submit', 'professional-license-issuance'], aboutToExpire: true },
];
