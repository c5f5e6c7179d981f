import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workflowDocument } from '@portal/service-kit';
import { type LicenceAction, licenceActions } from '../contract/index.ts';
import { licenceWorkflow, path, rolePrefix } from './licence/licence.workflow.ts';

const file = join(process.cwd(), 'svc-licences/WORKFLOWS.md');
const workflow = licenceWorkflow(36);
const decided = Object.fromEntries(Object.entries<LicenceAction>(licenceActions).flatMap(([name, { to }]) => (typeof to === 'string' ? [] : [[name, to]])));
const made = [
  '# Workflow of the licences',
  '',
  'Made from the workflow table in `contract/actions.ts` and `src/licence/licence.workflow.ts`. After a change: `WRITE_DOCUMENTS=1 npx jest svc-licences/src/workflow-document`.',
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
