import { confirmedOrExplained, L } from '@portal/contract-kit';
import { defineWorkflow, forbidden, hasRole, NEW, questionIsOpen } from '@portal/service-kit';
import { type DepartureDeclaration, DepartureDeclarationBody, type DepartureStatus, departureStatuses, VerificationInput } from '../../contract/index.ts';
import { isInGroup, withoutGroup } from '../group/group.leave.ts';
import { verificationErrors, verify } from './departure.effects.ts';

/** The base path of the calls, and the prefix of the roles: `role: true` means `departure-declaration-<action>`. */
export const departurePlace = { path: '/v1/departure/declaration', rolePrefix: 'departure-declaration' } as const;

/** CREATED → verification → VERIFIED → approval → APPROVED. */
export const departureWorkflow = defineWorkflow<DepartureStatus, DepartureDeclaration>(departurePlace, {
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
      label: L('Save changes', 'Guardar alterações'),
      from: ['CREATED'],
      to: 'unchanged',
      who: { owner: true },
      modes: ['update', 'edit'],
      input: DepartureDeclarationBody,
      require: ['contract'],
      estimatedMinutes: 10,
      tells: 'changed',
    },
    // The person who registered the group takes out a member on the group's page, until an officer has dealt with the member's declaration. In no mode of the
    // declaration, because the version of the group must change too.
    leave: {
      label: L('Take out of the group', 'Retirar do grupo'),
      from: ['CREATED'],
      to: 'unchanged',
      who: { owner: true },
      modes: [],
      available: isInGroup,
      change: withoutGroup,
      tells: 'changed',
    },
    verification: {
      label: L('Verify', 'Verificar'),
      from: ['CREATED'],
      to: 'VERIFIED',
      who: { role: true },
      modes: ['verification', 'view'],
      input: VerificationInput,
      change: verify,
      require: [verificationErrors, confirmedOrExplained],
      estimatedMinutes: 60,
      tells: 'changed',
    },
    // An amendment changes what was verified, so the declaration must be verified again.
    amendment: {
      label: L('Change', 'Alterar'),
      from: ['CREATED', 'VERIFIED'],
      to: 'CREATED',
      who: { role: true },
      modes: ['amendment', 'edit'],
      input: DepartureDeclarationBody,
      require: ['contract'],
      estimatedMinutes: 30,
      tells: 'changed',
    },
    approval: {
      label: L('Approve', 'Aprovar'),
      from: ['VERIFIED'],
      to: 'APPROVED',
      who: { role: true },
      differentFrom: ['verification'],
      modes: ['view', 'verification'],
      estimatedMinutes: 60,
      tells: 'decided',
    },
    // Messages between the office and the applicant. They do not change the status of the document.
    query: {
      label: L('Ask the applicant', 'Perguntar ao requerente'),
      from: ['CREATED', 'VERIFIED'],
      to: 'unchanged',
      who: { role: ['departure-declaration-verification', 'departure-declaration-approval'] },
      modes: ['query'],
      comment: true,
      toApplicant: true,
      thread: 'question',
      tells: 'queried',
    },
    feedback: {
      label: L('Answer', 'Responder'),
      from: ['CREATED', 'VERIFIED'],
      to: 'unchanged',
      who: { owner: true },
      modes: ['feedback'],
      available: questionIsOpen,
      comment: true,
      thread: 'answer',
    },
    undo: {
      label: L('Undo', 'Anular'),
      from: ['VERIFIED'],
      to: 'previous',
      who: { role: ['departure-declaration-verification', 'departure-declaration-supervise'] },
      undoes: ['verification'],
      modes: ['verification', 'view'],
    },
    view: {
      label: L('View', 'Ver'),
      from: '*',
      to: 'unchanged',
      who: { role: 'departure-declaration-read' },
      modes: ['print'],
      kind: 'navigate',
    },
    'return-view': {
      label: L('Return to view', 'Voltar à visualização'),
      from: '*',
      to: 'unchanged',
      who: { role: 'departure-declaration-read' },
      modes: ['edit', 'update', 'verification', 'amendment'],
      kind: 'navigate',
    },
    edit: {
      label: L('Change', 'Alterar'),
      from: ['CREATED', 'VERIFIED'],
      to: 'unchanged',
      who: { role: 'departure-declaration-amendment', owner: true },
      // When the declaration is no longer CREATED, only officers with the amendment role can edit it.
      refuse: (model, actor) => (model.documentStatus === 'CREATED' || hasRole(actor, 'departure-declaration-amendment') ? null : forbidden()),
      modes: ['view'],
      kind: 'navigate',
    },
    print: {
      label: L('Print', 'Imprimir'),
      from: '*',
      to: 'unchanged',
      who: { role: 'departure-declaration-read' },
      modes: ['view'],
      kind: 'navigate',
    },
    'print-declaration': {
      label: L('Print declaration', 'Imprimir declaração'),
      from: '*',
      to: 'unchanged',
      who: { public: true, finder: true },
      modes: ['*'],
      kind: 'download',
    },
  },
});
