import { L } from '@portal/contract-kit';
import { defineWorkflow, NEW, type ServerFields } from '@portal/service-kit';
import { SampleBody, type SampleStatus, sampleStatuses } from '../../contract/index.ts';

export type Sample = SampleBody & ServerFields;

/** Where the calls stand, and what the roles begin with: `role: true` is `samples-sample-<action>`. */
export const samplePlace = { path: '/v1/sample', rolePrefix: 'samples-sample' } as const;

/** Who may do what, when: the screens show what this table offers. */
export const sampleWorkflow = defineWorkflow<SampleStatus, Sample>(samplePlace, {
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
      // Four eyes: not the officer who verified.
      differentFrom: ['verification'],
      modes: ['view'],
      estimatedMinutes: 60,
    },
  },
});
