import { testsWorkflowDocument } from '@portal/service-kit/testing';
import { samplePlace, sampleWorkflow } from './sample/sample.workflow.ts';

testsWorkflowDocument({ service: 'svc-samples', heading: 'Workflow of the samples', source: 'the workflow table in `src/sample/sample.workflow.ts`' }, [
  { title: 'Sample', workflow: sampleWorkflow, place: samplePlace },
]);
