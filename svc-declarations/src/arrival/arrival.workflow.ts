import { L } from '@portal/contract-kit';
import { forbidden, hasRole, NEW, type Workflow } from '@portal/service-kit';
import {
  type ArrivalDeclaration,
  ArrivalDeclarationBody,
  ArrivalInput,
  type ArrivalStatus,
  arrivalStatuses,
  type Decision,
  DecisionInput,
} from '../../contract/index.ts';
import { withConfirmations } from '../shared/declaration.effects.ts';

const path = '/v1/traveller/declaration';
const role = 'traveller-declaration';

/** CREATED → arrival → ARRIVED → decision → CLEARED; what was REFERRED or DETAINED may be decided again. */
export const arrivalWorkflow: Workflow<ArrivalStatus, ArrivalDeclaration> = {
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
      label: L('Update', 'Atualizar'),
      from: ['CREATED'],
      to: 'unchanged',
      who: { owner: true },
      modes: ['update', 'edit'],
      input: ArrivalDeclarationBody,
      require: ['contract'],
      estimatedMinutes: 10,
    },
    // A correction keeps the traveller where they are: nobody queues again for a misspelt name.
    amendment: {
      label: L('Amend', 'Retificar'),
      from: ['CREATED', 'ARRIVED'],
      to: 'unchanged',
      who: { role: true },
      modes: ['amendment', 'edit'],
      input: ArrivalDeclarationBody,
      require: ['contract'],
      comment: true,
      estimatedMinutes: 10,
    },
    arrival: {
      label: L('Record arrival', 'Registar chegada'),
      from: ['CREATED'],
      to: 'ARRIVED',
      who: { role: true },
      modes: ['arrival', 'view'],
      input: ArrivalInput,
      change: withConfirmations,
      // Before the day that was declared, the officer says why.
      comment: (model, _input, today) => (model.arrivalDate ?? '') > today,
      estimatedMinutes: 15,
    },
    decision: {
      label: L('Decide', 'Decidir'),
      from: ['ARRIVED', 'REFERRED', 'DETAINED'],
      to: (_model, input) => input.decision as Decision,
      who: { role: true },
      modes: ['arrival', 'view'],
      input: DecisionInput,
      change: (model, input: DecisionInput) => ({ ...withConfirmations(model, input), decision: input.decision as Decision }),
      // The inspection note: nobody leaves the red lane without a word on what was seen.
      comment: (model, input) => model.lane === 'RED' && input.decision === 'CLEARED',
      toApplicant: true,
      estimatedMinutes: 30,
    },
    undo: {
      label: L('Undo', 'Anular'),
      from: ['ARRIVED', 'CLEARED', 'REFERRED', 'DETAINED'],
      to: 'previous',
      who: { role: [`${role}-arrival`, `${role}-decision`, `${role}-supervise`] },
      undoes: ['arrival', 'decision'],
      modes: ['arrival', 'view'],
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
      modes: ['edit', 'update', 'arrival'],
      kind: 'navigate',
      url: `${path}/{id}/document`,
    },
    edit: {
      label: L('Edit', 'Editar'),
      from: ['CREATED', 'ARRIVED'],
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
      modes: ['view', 'arrival'],
      kind: 'navigate',
      url: `${path}/{id}/document`,
    },
    'print-form': {
      label: L('Download', 'Descarregar'),
      from: '*',
      to: 'unchanged',
      who: { public: true, finder: true },
      modes: ['*'],
      kind: 'download',
      url: `${path}/{id}/print-form`,
    },
  },
};
