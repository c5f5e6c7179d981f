import { L } from '@portal/contract-kit';
import { NEW, type ServerFields, type Workflow } from '@portal/service-kit';
import { SampleBody, type SampleStatus } from '../../contract/index.ts';

export type Sample = SampleBody & ServerFields;

/** Who may do what, when: the screens show what this table offers. */
export const sampleWorkflow: Workflow<SampleStatus, Sample> = {
  statuses: ['SUBMITTED', 'VERIFIED', 'APPROVED'],
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
      // Four eyes: not by who verified it.
      differentFrom: ['verification'],
      modes: ['view'],
      estimatedMinutes: 60,
    },
  },
};
