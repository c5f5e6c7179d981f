import { L, questionErrors } from '@portal/contract-kit';
import { forbidden, hasRole, NEW, type Workflow } from '@portal/service-kit';
import { type DepartureDeclaration, DepartureDeclarationBody, type DepartureStatus, departureStatuses, VerificationInput } from '../../contract/index.ts';
import { withConfirmations } from '../shared/declaration.effects.ts';

const role = 'departure-declaration';
const path = '/v1/departure/declaration';

/** CREATED → verification → VERIFIED → approval → APPROVED. */
export const departureWorkflow: Workflow<DepartureStatus, DepartureDeclaration> = {
  statuses: departureStatuses,
  mainPath: [
    { action: 'register', status: 'CREATED' },
    { action: 'verification', status: 'VERIFIED' },
    { action: 'approval', status: 'APPROVED' },
  ],
  actions: {
    register: {
      label: L('Register', 'Registar'),
      from: [NEW],
      to: 'CREATED',
      who: { public: true },
      modes: ['register', 'new'],
      input: DepartureDeclarationBody,
      require: ['contract'],
      render: ['print-declaration'],
      estimatedMinutes: 10,
    },
    update: {
      label: L('Update', 'Atualizar'),
      from: ['CREATED'],
      to: 'unchanged',
      who: { owner: true },
      modes: ['update', 'edit'],
      input: DepartureDeclarationBody,
      require: ['contract'],
      estimatedMinutes: 10,
    },
    verification: {
      label: L('Verify', 'Verificar'),
      from: ['CREATED'],
      to: 'VERIFIED',
      who: { role: true },
      modes: ['verification', 'view'],
      input: VerificationInput,
      change: verify,
      require: [(_model, input: VerificationInput) => questionErrors(input.questions)],
      estimatedMinutes: 60,
    },
    // What was verified is not what stands there after an amendment: it is verified again.
    amendment: {
      label: L('Amend', 'Retificar'),
      from: ['CREATED', 'VERIFIED'],
      to: 'CREATED',
      who: { role: true },
      modes: ['amendment', 'edit'],
      input: DepartureDeclarationBody,
      require: ['contract'],
      estimatedMinutes: 30,
    },
    approval: {
      label: L('Approve', 'Aprovar'),
      from: ['VERIFIED'],
      to: 'APPROVED',
      who: { role: true },
      differentFrom: ['verification'],
      modes: ['view', 'verification'],
      estimatedMinutes: 60,
    },
    undo: {
      label: L('Undo', 'Anular'),
      from: ['VERIFIED'],
      to: 'previous',
      who: { role: [`${role}-verification`, `${role}-supervise`] },
      undoes: ['verification'],
      modes: ['verification', 'view'],
    },
    view: {
      label: L('View', 'Ver'),
      from: '*',
      to: 'unchanged',
      who: { role: `${role}-read` },
      modes: ['print'],
      kind: 'navigate',
      url: `${path}/{id}/document`,
    },
    'return-view': {
      label: L('Return to view', 'Voltar à vista'),
      from: '*',
      to: 'unchanged',
      who: { role: `${role}-read` },
      modes: ['edit', 'update', 'verification', 'amendment'],
      kind: 'navigate',
      url: `${path}/{id}/document`,
    },
    edit: {
      label: L('Edit', 'Editar'),
      from: ['CREATED', 'VERIFIED'],
      to: 'unchanged',
      who: { role: `${role}-amendment`, owner: true },
      refuse: (model, actor) => (model.documentStatus === 'CREATED' || hasRole(actor, `${role}-amendment`) ? null : forbidden()),
      modes: ['view'],
      kind: 'navigate',
      url: `${path}/{id}/document`,
    },
    print: {
      label: L('Print', 'Imprimir'),
      from: '*',
      to: 'unchanged',
      who: { role: `${role}-read` },
      modes: ['view'],
      kind: 'navigate',
      url: `${path}/{id}/document`,
    },
    'print-declaration': {
      label: L('Print declaration', 'Imprimir declaração'),
      from: '*',
      to: 'unchanged',
      who: { public: true, finder: true },
      modes: ['*'],
      kind: 'download',
      url: `${path}/{id}/print-declaration`,
    },
  },
};

/** The official's ticks go on the requirements they name; answers to the questions are taken where they are given. */
function verify(model: DepartureDeclaration, input: VerificationInput): DepartureDeclaration {
  const confirmed = withConfirmations(model, input);
  return input.questions ? { ...confirmed, questions: input.questions } : confirmed;
}
