import { L } from '@portal/contract-kit';
import { defineWorkflow, forbidden, hasRole, NEW, questionIsOpen } from '@portal/service-kit';
import {
  type ArrivalDeclaration,
  ArrivalDeclarationBody,
  ArrivalInput,
  type ArrivalStatus,
  arrivalStatuses,
  type Decision,
  DecisionInput,
  LaneInput,
} from '../../contract/index.ts';
import { isInGroup, withoutGroup } from '../group/group.leave.ts';
import { withConfirmations } from '../shared/declaration.effects.ts';
import { changeLane, decide, redLaneErrors, refer } from './arrival.effects.ts';

/** The base path of the calls, and the prefix of the roles: `role: true` means `traveller-declaration-<action>`. */
export const arrivalPlace = { path: '/v1/traveller/declaration', rolePrefix: 'traveller-declaration' } as const;

/** CREATED → arrival → ARRIVED → decision → CLEARED; a REFERRED or DETAINED traveller may get another decision. */
export const arrivalWorkflow = defineWorkflow<ArrivalStatus, ArrivalDeclaration>(arrivalPlace, {
  statuses: arrivalStatuses,
  mainPath: [
    { action: 'register', status: 'CREATED' },
    { action: 'arrival', status: 'ARRIVED' },
    { action: 'decision', status: 'CLEARED' },
  ],
  actions: {
    register: {
      label: L('Register', 'Registar'),
      from: [NEW],
      to: 'CREATED',
      who: { public: true },
      modes: ['register', 'new'],
      input: ArrivalDeclarationBody,
      require: ['contract'],
      render: ['print-form'],
      estimatedMinutes: 10,
    },
    update: {
      label: L('Save changes', 'Guardar alterações'),
      from: ['CREATED'],
      to: 'unchanged',
      who: { owner: true },
      modes: ['update', 'edit'],
      input: ArrivalDeclarationBody,
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
    // A correction keeps the status, so that a misspelt name does not send the traveller back to the start of the process.
    amendment: {
      label: L('Change', 'Alterar'),
      from: ['CREATED', 'ARRIVED'],
      to: 'unchanged',
      who: { role: true },
      modes: ['amendment', 'edit'],
      input: ArrivalDeclarationBody,
      require: ['contract'],
      comment: true,
      estimatedMinutes: 10,
      tells: 'changed',
    },
    arrival: {
      label: L('Record arrival', 'Registar chegada'),
      from: ['CREATED'],
      to: 'ARRIVED',
      who: { role: true },
      modes: ['arrival', 'view'],
      input: ArrivalInput,
      change: withConfirmations,
      // An officer who records an arrival before the declared day must give a reason.
      comment: (model, _input, today) => (model.arrivalDate ?? '') > today,
      estimatedMinutes: 15,
    },
    // An officer at a gate refers the traveller to a supervisor, who then decides. A referral does not clear the traveller.
    referral: {
      label: L('Refer', 'Encaminhar'),
      from: ['CREATED', 'ARRIVED'],
      to: 'REFERRED',
      who: { role: ['traveller-declaration-arrival', 'traveller-declaration-decision'] },
      modes: ['gate'],
      input: ArrivalInput,
      change: refer,
      estimatedMinutes: 5,
    },
    decision: {
      label: L('Decide', 'Decidir'),
      from: ['ARRIVED', 'REFERRED', 'DETAINED'],
      to: (_model, input) => input.decision as Decision,
      outcomes: ['CLEARED', 'REFERRED', 'DETAINED'],
      decisions: ['CLEARED', 'REFERRED', 'DETAINED'],
      who: { role: true },
      modes: ['arrival', 'view'],
      input: DecisionInput,
      change: decide,
      // To clear an arrival in the red lane, the officer must write an inspection note.
      comment: (model, input) => model.lane === 'RED' && input.decision === 'CLEARED',
      toApplicant: true,
      estimatedMinutes: 30,
      tells: 'decided',
    },
    // An officer may overrule the lane rules, and must give a reason, which is recorded.
    lane: {
      label: L('Move to the other lane', 'Passar para o outro canal'),
      from: ['CREATED', 'ARRIVED', 'REFERRED', 'DETAINED'],
      to: 'unchanged',
      who: { role: ['traveller-declaration-decision', 'traveller-declaration-supervise'] },
      modes: ['view'],
      input: LaneInput,
      require: [redLaneErrors],
      change: changeLane,
      comment: true,
      estimatedMinutes: 5,
    },
    // Messages between the office and the applicant. They do not change the status of the document.
    query: {
      label: L('Ask the applicant', 'Perguntar ao requerente'),
      from: ['CREATED', 'ARRIVED', 'REFERRED', 'DETAINED'],
      to: 'unchanged',
      who: { role: ['traveller-declaration-arrival', 'traveller-declaration-decision'] },
      modes: ['query'],
      comment: true,
      toApplicant: true,
      thread: 'question',
      tells: 'queried',
    },
    feedback: {
      label: L('Answer', 'Responder'),
      from: ['CREATED', 'ARRIVED', 'REFERRED', 'DETAINED'],
      to: 'unchanged',
      who: { owner: true },
      modes: ['feedback'],
      available: questionIsOpen,
      comment: true,
      thread: 'answer',
    },
    undo: {
      label: L('Undo', 'Anular'),
      from: ['ARRIVED', 'CLEARED', 'REFERRED', 'DETAINED'],
      to: 'previous',
      who: { role: ['traveller-declaration-arrival', 'traveller-declaration-decision', 'traveller-declaration-supervise'] },
      undoes: ['arrival', 'referral', 'decision'],
      modes: ['arrival', 'view'],
    },
    view: {
      label: L('View', 'Ver'),
      from: '*',
      to: 'unchanged',
      who: { role: 'traveller-declaration-read' },
      modes: ['print'],
      kind: 'navigate',
    },
    'return-view': {
      label: L('Return to view', 'Voltar à visualização'),
      from: '*',
      to: 'unchanged',
      who: { role: 'traveller-declaration-read' },
      modes: ['edit', 'update', 'arrival'],
      kind: 'navigate',
    },
    edit: {
      label: L('Change', 'Alterar'),
      from: ['CREATED', 'ARRIVED'],
      to: 'unchanged',
      who: { role: 'traveller-declaration-amendment', owner: true },
      // When the declaration is no longer CREATED, only officers with the amendment role can edit it.
      refuse: (model, actor) => (model.documentStatus === 'CREATED' || hasRole(actor, 'traveller-declaration-amendment') ? null : forbidden()),
      modes: ['view'],
      kind: 'navigate',
    },
    print: {
      label: L('Print', 'Imprimir'),
      from: '*',
      to: 'unchanged',
      who: { role: 'traveller-declaration-read' },
      modes: ['view', 'arrival'],
      kind: 'navigate',
    },
    'print-form': {
      label: L('Download', 'Descarregar'),
      from: '*',
      to: 'unchanged',
      who: { public: true, finder: true },
      modes: ['*'],
      kind: 'download',
    },
  },
});
