import { NEW, type Workflow } from '@portal/service-kit';
import { type ArrivalDeclaration, ArrivalDeclarationBody, type ArrivalStatus, arrivalStatuses, type Decision, DecisionInput } from '../../contract/index.ts';

const path = '/v1/traveller/declaration';
const read = 'traveller-declaration-read';

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
      label: 'Register',
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
      label: 'Update',
      from: ['CREATED'],
      to: 'unchanged',
      who: { owner: true },
      modes: ['update', 'edit'],
      input: ArrivalDeclarationBody,
      require: ['contract'],
      estimatedMinutes: 10,
    },
    arrival: { label: 'Record arrival', from: ['CREATED'], to: 'ARRIVED', who: { role: true }, modes: ['arrival', 'view'], estimatedMinutes: 15 },
    decision: {
      label: 'Decide',
      from: ['ARRIVED', 'REFERRED', 'DETAINED'],
      to: (_model, input) => input.decision as Decision,
      who: { role: true },
      modes: ['arrival', 'view'],
      input: DecisionInput,
      change: (model, input) => ({ ...model, decision: input.decision as Decision }),
      // The inspection note: nobody leaves the red lane without a word on what was seen.
      comment: (model, input) => model.lane === 'RED' && input.decision === 'CLEARED',
      estimatedMinutes: 30,
    },
    view: { label: 'View', from: '*', to: 'unchanged', who: { role: read }, modes: ['print'], kind: 'navigate', url: `${path}/{id}/document` },
    'return-view': {
      label: 'Return to view',
      from: '*',
      to: 'unchanged',
      who: { role: read },
      modes: ['edit', 'update', 'arrival'],
      kind: 'navigate',
      url: `${path}/{id}/document`,
    },
    edit: { label: 'Edit', from: ['CREATED'], to: 'unchanged', who: { owner: true }, modes: ['view'], kind: 'navigate', url: `${path}/{id}/document` },
    print: { label: 'Print', from: '*', to: 'unchanged', who: { role: read }, modes: ['view', 'arrival'], kind: 'navigate', url: `${path}/{id}/document` },
    'print-form': { label: 'Download', from: '*', to: 'unchanged', who: { public: true }, modes: ['*'], kind: 'download', url: `${path}/{id}/print-form` },
  },
};
