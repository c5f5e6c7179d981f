/**
 * The workflow of a licence as data: which action leads from where to where, who may do it, in which modes of the form it
 * stands. The service adds what only a server can do (src/workflow.ts); the screens take their words from here.
 */
import { type Bilingual, L } from '@portal/contract-kit';
import type { LicenceStatus } from './statuses.ts';

/** The modes of the form; `view` to `print` are also the actions of its address. */
export const licenceModes = [
  'register',
  'new',
  'view',
  'submission',
  'withdrawal',
  'edit',
  'verification',
  'query',
  'recommendation',
  'feedback',
  'rejection',
  'assessment',
  'amendment',
  'approval',
  'issuance',
  'adjustment',
  'renewal',
  'modification',
  'suspension',
  'activation',
  'printform',
  'print',
] as const;

export type LicenceMode = (typeof licenceModes)[number];

/** A document that is not registered yet stands at `NEW`. */
export type LicencePlace = LicenceStatus | 'NEW';

export interface LicenceAction {
  label: Bilingual;
  /** What going to its form is called, where that is something else. */
  openLabel?: Bilingual;
  from: readonly LicencePlace[] | '*';
  /** More than one where the decision or the person says which. */
  to: LicenceStatus | 'unchanged' | readonly LicenceStatus[];
  /** `roles`: `professional-license-<role>`; `owner`: who registered it, and for what the public registered everyone who has the id; `new`: everyone, before registration. */
  who: { roles?: readonly string[]; owner?: true; public?: true | 'new' };
  modes: readonly (LicenceMode | '*')[];
  /** Which part of the form the action may change. */
  changes: 'nothing' | 'application' | 'verification' | 'issuance' | 'adjustment' | 'modification' | 'scans';
  /** `always`: a comment is required; `RETURN`: where that is the decision. */
  comment?: 'always' | 'RETURN';
  hideOnSubmit?: boolean;
  kind?: 'submit' | 'download';
  /** Planned minutes. */
  minutes?: number;
  /** What else must be so. */
  condition?: 'issued' | 'not issued';
}

/** Two days in minutes, the usual time of a desk. */
const days = (n: number): number => n * 24 * 60;

const decision = (own: LicenceMode): readonly LicenceMode[] => [own, 'view'];

export const licenceActions = {
  store: {
    label: L('Save draft', 'Guardar rascunho'),
    from: ['NEW', 'STORED'],
    to: 'STORED',
    who: { roles: ['store'], owner: true },
    modes: ['register', 'new'],
    changes: 'application',
    hideOnSubmit: true,
  },
  register: {
    label: L('Submit application', 'Submeter o pedido'),
    from: ['NEW', 'STORED', 'RETURNED'],
    to: 'SUBMITTED',
    who: { public: 'new', roles: ['submit'], owner: true },
    modes: ['register'],
    changes: 'application',
    hideOnSubmit: true,
    minutes: 30,
  },
  submission: {
    label: L('Submit', 'Submeter'),
    from: ['NEW', 'STORED', 'RETURNED'],
    to: 'SUBMITTED',
    who: { roles: ['submit'], owner: true },
    modes: ['new', 'submission', 'edit'],
    changes: 'application',
    hideOnSubmit: true,
    minutes: 30,
  },
  edit: {
    label: L('Save changes', 'Guardar alterações'),
    openLabel: L('Edit', 'Editar'),
    from: ['STORED', 'RETURNED'],
    to: 'unchanged',
    who: { roles: ['store'], owner: true },
    modes: ['edit'],
    changes: 'application',
    hideOnSubmit: true,
  },
  withdrawal: {
    label: L('Withdraw', 'Retirar'),
    from: ['SUBMITTED', 'QUERIED', 'REPLIED', 'RETURNED'],
    to: 'WITHDRAWN',
    who: { owner: true },
    modes: decision('withdrawal'),
    changes: 'nothing',
  },
  query: {
    label: L('Query', 'Pedir esclarecimento'),
    from: ['SUBMITTED', 'REPLIED', 'VERIFIED', 'ASSESSED'],
    to: 'QUERIED',
    who: { roles: ['query'] },
    modes: decision('query'),
    changes: 'nothing',
    comment: 'always',
    minutes: days(1),
  },
  feedback: {
    label: L('Reply', 'Responder'),
    from: ['QUERIED'],
    to: 'REPLIED',
    who: { owner: true },
    modes: ['feedback'],
    changes: 'scans',
    comment: 'always',
    minutes: days(3),
  },
  amendment: {
    label: L('Amend and reply', 'Alterar e responder'),
    from: ['QUERIED'],
    to: 'REPLIED',
    who: { owner: true },
    modes: ['amendment'],
    changes: 'application',
    minutes: days(3),
  },
  verification: {
    label: L('Verify', 'Verificar'),
    from: ['SUBMITTED', 'REPLIED'],
    to: 'VERIFIED',
    who: { roles: ['verification'] },
    modes: ['verification'],
    changes: 'verification',
    minutes: days(2),
  },
  assessment: {
    label: L('Assess', 'Avaliar'),
    from: ['VERIFIED'],
    to: 'ASSESSED',
    who: { roles: ['assessment'] },
    modes: decision('assessment'),
    changes: 'nothing',
    minutes: days(3),
  },
  recommendation: {
    label: L('Recommend or return', 'Recomendar ou devolver'),
    from: ['ASSESSED'],
    to: ['RECOMMENDED', 'RETURNED'],
    who: { roles: ['recommendation'] },
    modes: decision('recommendation'),
    changes: 'nothing',
    comment: 'RETURN',
    minutes: days(1),
  },
  approval: {
    label: L('Approve', 'Aprovar'),
    from: ['RECOMMENDED', 'SENT FOR APPROVAL'],
    to: ['SENT FOR APPROVAL', 'APPROVED'],
    who: { roles: ['approval'] },
    modes: decision('approval'),
    changes: 'nothing',
    minutes: days(1),
  },
  rejection: {
    label: L('Reject', 'Rejeitar'),
    from: ['SUBMITTED', 'REPLIED', 'VERIFIED', 'ASSESSED', 'RECOMMENDED', 'SENT FOR APPROVAL'],
    to: 'REJECTED',
    who: { roles: ['rejection'] },
    modes: decision('rejection'),
    changes: 'nothing',
    comment: 'always',
  },
  issuance: {
    label: L('Issue licence', 'Emitir a licença'),
    from: ['APPROVED'],
    to: 'unchanged',
    who: { roles: ['issuance'] },
    modes: ['issuance'],
    changes: 'issuance',
    minutes: days(1),
    condition: 'not issued',
  },
  adjustment: {
    label: L('Adjust', 'Corrigir'),
    from: ['APPROVED'],
    to: 'unchanged',
    who: { roles: ['adjustment'] },
    modes: ['adjustment'],
    changes: 'adjustment',
  },
  modification: {
    label: L('Modify', 'Modificar'),
    from: ['APPROVED'],
    to: 'unchanged',
    who: { roles: ['modification'] },
    modes: ['modification'],
    changes: 'modification',
  },
  renewal: {
    label: L('Renew', 'Renovar'),
    from: ['APPROVED'],
    to: 'unchanged',
    who: { roles: ['renewal', 'submit'], owner: true },
    modes: ['renewal'],
    changes: 'application',
    condition: 'issued',
  },
  suspension: {
    label: L('Suspend', 'Suspender'),
    from: ['APPROVED'],
    to: 'SUSPENDED',
    who: { roles: ['suspension'] },
    modes: decision('suspension'),
    changes: 'nothing',
    comment: 'always',
  },
  activation: {
    label: L('Activate', 'Reativar'),
    from: ['SUSPENDED'],
    to: 'APPROVED',
    who: { roles: ['activation'] },
    modes: decision('activation'),
    changes: 'nothing',
  },
  'print-form': {
    label: L('Print form', 'Imprimir o formulário'),
    from: '*',
    to: 'unchanged',
    who: { public: true },
    modes: ['*'],
    changes: 'nothing',
    kind: 'download',
  },
  print: {
    label: L('Print document', 'Imprimir o documento'),
    from: '*',
    to: 'unchanged',
    who: { public: true },
    modes: ['view', 'print'],
    changes: 'nothing',
    kind: 'download',
  },
  'print-invoice': {
    label: L('Print invoice', 'Imprimir a fatura'),
    from: '*',
    to: 'unchanged',
    who: { public: true },
    modes: ['view', 'print', 'printform'],
    changes: 'nothing',
    kind: 'download',
  },
  'print-identity-card': {
    label: L('Print identity card', 'Imprimir o cartão de identidade'),
    from: ['APPROVED'],
    to: 'unchanged',
    who: { public: true },
    modes: ['view', 'print'],
    changes: 'nothing',
    kind: 'download',
    condition: 'issued',
  },
} as const satisfies Record<string, LicenceAction>;

export type LicenceActionName = keyof typeof licenceActions;

export const recommendations = ['RECOMMEND', 'RETURN'] as const;
export type Recommendation = (typeof recommendations)[number];
export const recommendationLabels: Record<Recommendation, Bilingual> = {
  RECOMMEND: L('Recommend for approval', 'Recomendar para aprovação'),
  RETURN: L('Return to the applicant', 'Devolver ao requerente'),
};
