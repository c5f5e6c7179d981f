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
      label: 'Register',
      from: [NEW],
      to: 'SUBMITTED',
      who: { public: true },
      modes: ['register'],
      input: SampleBody,
      require: ['contract'],
      estimatedMinutes: 10,
    },
    verification: { label: 'Verify', from: ['SUBMITTED'], to: 'VERIFIED', who: { role: true }, modes: ['view'], estimatedMinutes: 60 },
    approval: { label: 'Approve', from: ['VERIFIED'], to: 'APPROVED', who: { role: true }, modes: ['view'], estimatedMinutes: 60 },
  },
};
