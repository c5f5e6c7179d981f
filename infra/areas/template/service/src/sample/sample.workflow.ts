/** The workflow of a sample, one entry per action: source and target status, role, which earlier officers are excluded, and input. */
import { L } from '@portal/contract-kit';
import { defineWorkflow, NEW } from '@portal/service-kit';
import { SampleBody, type SampleDocument, type SampleStatus, sampleStatuses } from '../../contract/index.ts';

/** The base path of the endpoints and the prefix of the roles: `role: true` means the role `samples-sample-<action>`. */
export const samplePlace = { path: '/v1/sample', rolePrefix: 'samples-sample' } as const;

export const sampleWorkflow = defineWorkflow<SampleStatus, SampleDocument>(samplePlace, {
  statuses: sampleStatuses,
  mainPath: [
    { action: 'register', status: 'SUBMITTED' },
    { action: 'verification', status: 'VERIFIED' },
    { action: 'approval', status: 'APPROVED' },
  ],
  actions: {
    register: {
      label: L('Register', 'Registar'),
      from: [NEW],
      to: 'SUBMITTED',
      who: { public: 'new' },
      modes: ['register'],
      input: SampleBody,
      require: ['contract'],
      estimatedMinutes: 10,
    },
    verification: {
      label: L('Verify', 'Verificar'),
      from: ['SUBMITTED'],
      to: 'VERIFIED',
      who: { role: true },
      modes: ['view'],
      estimatedMinutes: 60,
    },
    approval: {
      label: L('Approve', 'Aprovar'),
      from: ['VERIFIED'],
      to: 'APPROVED',
      who: { role: true },
      // Four-eyes rule: the officer who verified must not do this action.
      differentFrom: ['verification'],
      modes: ['view'],
      estimatedMinutes: 60,
    },
  },
});
