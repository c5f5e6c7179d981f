import { testsWorkflowDocument } from '@portal/service-kit/testing';
import { arrivalPlace, arrivalWorkflow } from './arrival/arrival.workflow.ts';
import { departurePlace, departureWorkflow } from './departure/departure.workflow.ts';

testsWorkflowDocument({ service: 'svc-declarations', heading: 'Workflows of the declarations', source: 'the workflow tables in `src/*/*.workflow.ts`' }, [
  { title: 'Departure declaration', workflow: departureWorkflow, place: departurePlace },
  { title: 'Arrival declaration', workflow: arrivalWorkflow, place: arrivalPlace },
]);
