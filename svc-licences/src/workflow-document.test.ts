import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workflowDocument } from '@portal/service-kit';
import { licenceWorkflow, path, rolePrefix } from './licence/licence.workflow.ts';

const file = join(process.cwd(), 'svc-licences/WORKFLOWS.md');
const workflow = licenceWorkflow(36);
/** Where the actions lead whose outcome their input decides. */
const decided = { recommendation: ['RECOMMENDED', 'RETURNED'], approval: ['SENT FOR APPROVAL', 'APPROVED'] } as const;
const made = [
  '# Workflow of the licences',
  '',
  'Made from the workflow table in `src/licence/licence.workflow.ts`. After a change: `WRITE_DOCUMENTS=1 npx jest svc-licences/src/workflow-document`.',
  '',
  workflowDocument('Professional licence', workflow, { path, rolePrefix }, decided),
].join('\n');

it('WORKFLOWS.md says what the table says', () => {
  if (process.env.WRITE_DOCUMENTS) writeFileSync(file, made);
  expect(readFileSync(file, 'utf8')).toBe(made);
});

it('the main path can be walked', () => {
  let from = 'NEW';
  for (const { action, status } of workflow.mainPath) {
    expect(workflow.actions[action]?.from).toContain(from);
    from = status;
  }
});
