import { testsWorkflowDocument } from '@portal/service-kit/testing';
import { tripPlace, tripWorkflow } from './trip/trip.workflow.ts';

const { E, I } = tripWorkflow.paths ?? {};

testsWorkflowDocument(
  {
    service: 'svc-trips',
    heading: 'Workflow of the trips',
    source: 'the workflow table in `src/trip/trip.workflow.ts` and the paths in `contract/statuses.ts`',
    note: 'A trip does not wait for a payment when nothing is left to pay.',
  },
  [
    { title: 'Movement E: a vehicle leaves and returns', workflow: E ?? tripWorkflow, place: tripPlace },
    { title: 'Movement I: a foreign vehicle enters and leaves', workflow: I ?? tripWorkflow, place: tripPlace },
  ],
);
