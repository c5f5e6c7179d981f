import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workflowDocument } from '@portal/service-kit';
import { licencePlace, licenceWorkflow } from './licence/licence.workflow.ts';

const file = join(process.cwd(), 'svc-licences/WORKFLOWS.md');
const made = [
  '# Workflow of the licences',
  '',
  'Made from the workflow table in `src/licence/licence.workflow.ts`. After a change: `WRITE_DOCUMENTS=1 npx jest svc-licences/src/workflow-document`.',
  '',
  workflowDocument('Professional licence', licenceWorkflow, licencePlace),
].join('\n');

it('WORKFLOWS.md says what the table says', () => {
  if (process.env.WRITE_DOCUMENTS) writeFileSync(file, made);
  expect(readFileSync(file, 'utf8')).toBe(made);
});

it('the main path can be walked', () => {
  let from = 'NEW';
  for (const { action, status } of licenceWorkflow.mainPath) {
    expect(licenceWorkflow.actions[action]?.from).toContain(from);
    from = status;
  }
});
