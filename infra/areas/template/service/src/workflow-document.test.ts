import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workflowDocument } from '@portal/service-kit';
import { samplePlace, sampleWorkflow } from './sample/sample.workflow.ts';

const file = join(process.cwd(), 'svc-samples/WORKFLOWS.md');
const made = [
  '# Workflow of the samples',
  '',
  'Made from the workflow table in `src/sample/sample.workflow.ts`. After a change: `WRITE_DOCUMENTS=1 npx jest svc-samples/src/workflow-document`.',
  '',
  workflowDocument('Sample', sampleWorkflow, samplePlace),
].join('\n');

it('WORKFLOWS.md says what the table says', () => {
  if (process.env.WRITE_DOCUMENTS) writeFileSync(file, made);
  expect(readFileSync(file, 'utf8')).toBe(made);
});
