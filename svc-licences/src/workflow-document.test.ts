import { testsWorkflowDocument } from '@portal/service-kit/testing';
import { licencePlace, licenceWorkflow } from './licence/licence.workflow.ts';

testsWorkflowDocument({ service: 'svc-licences', heading: 'Workflow of the licences', source: 'the workflow table in `src/licence/licence.workflow.ts`' }, [
  { title: 'Professional licence', workflow: licenceWorkflow, place: licencePlace },
]);
