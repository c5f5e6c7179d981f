/**
 * What each action of a licence is called, and in which modes of the form it stands. Who may do it, from where and to where is the
 * workflow's (src/licence/licence.workflow.ts).
 */
import { type Bilingual, L } from '@portal/contract-kit';

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

export interface LicenceActionWords {
  label: Bilingual;
  /** What going to its form is called, where that is something else. */
  openLabel?: Bilingual;
  modes: readonly (LicenceMode | '*')[];
}

export const licenceActions = {
  store: { label: L('Save draft', 'Guardar rascunho'), modes: ['register', 'new'] },
  register: { label: L('Submit application', 'Submeter o pedido'), modes: ['register'] },
  submission: { label: L('Submit', 'Submeter'), modes: ['new', 'submission', 'edit'] },
  edit: { label: L('Save changes', 'Guardar alterações'), openLabel: L('Edit', 'Editar'), modes: ['edit'] },
  withdrawal: { label: L('Withdraw', 'Retirar'), modes: ['withdrawal', 'view'] },
  query: { label: L('Query', 'Pedir esclarecimento'), modes: ['query', 'view'] },
  feedback: { label: L('Reply', 'Responder'), modes: ['feedback'] },
  amendment: { label: L('Amend and reply', 'Alterar e responder'), modes: ['amendment'] },
  verification: { label: L('Verify', 'Verificar'), modes: ['verification'] },
  assessment: { label: L('Assess', 'Avaliar'), modes: ['assessment', 'view'] },
  recommendation: { label: L('Recommend or return', 'Recomendar ou devolver'), modes: ['recommendation', 'view'] },
  approval: { label: L('Approve', 'Aprovar'), modes: ['approval', 'view'] },
  rejection: { label: L('Reject', 'Rejeitar'), modes: ['rejection', 'view'] },
  issuance: { label: L('Issue licence', 'Emitir a licença'), modes: ['issuance'] },
  adjustment: { label: L('Adjust', 'Corrigir'), modes: ['adjustment'] },
  'adjustment-confirmation': { label: L('Confirm the adjustment', 'Confirmar a correção'), modes: ['view'] },
  'adjustment-refusal': { label: L('Refuse the adjustment', 'Recusar a correção'), modes: ['view'] },
  modification: { label: L('Modify', 'Modificar'), modes: ['modification'] },
  'modification-confirmation': { label: L('Confirm the modification', 'Confirmar a modificação'), modes: ['view'] },
  'modification-refusal': { label: L('Refuse the modification', 'Recusar a modificação'), modes: ['view'] },
  renewal: { label: L('Renew', 'Renovar'), modes: ['renewal'] },
  suspension: { label: L('Suspend', 'Suspender'), modes: ['suspension', 'view'] },
  activation: { label: L('Activate', 'Reativar'), modes: ['activation', 'view'] },
  'print-form': { label: L('Print form', 'Imprimir o formulário'), modes: ['*'] },
  print: { label: L('Print document', 'Imprimir o documento'), modes: ['view', 'print'] },
  'print-invoice': { label: L('Print invoice', 'Imprimir a fatura'), modes: ['view', 'print', 'printform'] },
  'print-identity-card': { label: L('Print identity card', 'Imprimir o cartão de identidade'), modes: ['view', 'print'] },
} as const satisfies Record<string, LicenceActionWords>;

export type LicenceActionName = keyof typeof licenceActions;

/** Changes that an officer makes to an approved licence. */
export const officerChanges = ['adjustment', 'modification'] as const;
export type OfficerChange = (typeof officerChanges)[number];
export const isOfficersChange = (action: string): action is OfficerChange => (officerChanges as readonly string[]).includes(action);

export const recommendations = ['RECOMMEND', 'RETURN'] as const;
export type Recommendation = (typeof recommendations)[number];
export const recommendationLabels: Record<Recommendation, Bilingual> = {
  RECOMMEND: L('Recommend for approval', 'Recomendar para aprovação'),
  RETURN: L('Return to the applicant', 'Devolver ao requerente'),
};
