import { forbidden, hasRole, NEW, type Workflow } from '@portal/service-kit';
import { type DepartureDeclaration, DepartureDeclarationBody, type DepartureStatus, departureStatuses, VerificationInput } from '../../contract/index.ts';

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
      label: 'Register',
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
      label: 'Update',
      from: ['CREATED'],
      to: 'unchanged',
      who: { owner: true },
      modes: ['update', 'edit'],
      input: DepartureDeclarationBody,
      require: ['contract'],
      estimatedMinutes: 10,
    },
    verification: {
      label: 'Verify',
      from: ['CREATED'],
      to: 'VERIFIED',
      who: { role: true },
      modes: ['verification', 'view'],
      input: VerificationInput,
      change: confirmRequirements,
      estimatedMinutes: 60,
    },
    // What was verified is not what stands there after an amendment: it is verified again.
    amendment: {
      label: 'Amend',
      from: ['CREATED', 'VERIFIED'],
      to: 'CREATED',
      who: { role: true },
      modes: ['amendment', 'edit'],
      input: DepartureDeclarationBody,
      require: ['contract'],
      estimatedMinutes: 30,
    },
    approval: { label: 'Approve', from: ['VERIFIED'], to: 'APPROVED', who: { role: true }, modes: ['view', 'verification'], estimatedMinutes: 60 },
    view: { label: 'View', from: '*', to: 'unchanged', who: { role: `${role}-read` }, modes: ['print'], kind: 'navigate', url: `${path}/{id}/document` },
    'return-view': {
      label: 'Return to view',
      from: '*',
      to: 'unchanged',
      who: { role: `${role}-read` },
      modes: ['edit', 'update', 'verification', 'amendment'],
      kind: 'navigate',
      url: `${path}/{id}/document`,
    },
    edit: {
      label: 'Edit',
      from: ['CREATED', 'VERIFIED'],
      to: 'unchanged',
      who: { role: `${role}-amendment`, owner: true },
      refuse: (model, actor) => (model.documentStatus === 'CREATED' || hasRole(actor, `${role}-amendment`) ? null : forbidden()),
      modes: ['view'],
      kind: 'navigate',
      url: `${path}/{id}/document`,
    },
    print: { label: 'Print', from: '*', to: 'unchanged', who: { role: `${role}-read` }, modes: ['view'], kind: 'navigate', url: `${path}/{id}/document` },
    'print-declaration': {
      label: 'Print declaration',
      from: '*',
      to: 'unchanged',
      who: { public: true },
      modes: ['*'],
      kind: 'download',
      url: `${path}/{id}/print-declaration`,
    },
  },
};

/** The official's ticks go on the rows they name; nothing else of a row changes. */
function confirmRequirements(model: DepartureDeclaration, input: Readonly<Record<string, unknown>>): DepartureDeclaration {
  const ticks = new Map((input as VerificationInput).requirements?.map((r) => [r.id, r.confirmed === true]));
  return { ...model, requirements: model.requirements?.map((r) => (ticks.has(r.id) ? { ...r, confirmed: ticks.get(r.id) } : r)) };
}
