import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workflowDocument } from '@portal/service-kit';
import { tripPlace, tripWorkflow } from './trip/trip.workflow.ts';

const file = join(process.cwd(), 'svc-trips/WORKFLOWS.md');
const { E, I } = tripWorkflow.paths ?? {};
const made = [
  '# Workflow of the trips',
  '',
  'Made from the workflow table in `src/trip/trip.workflow.ts` and the paths in `contract/statuses.ts`. After a change: `WRITE_DOCUMENTS=1 npx jest svc-trips/src/workflow-document`.',
  'A trip does not wait for a payment when nothing is left to pay.',
  '',
  workflowDocument('Movement E: a vehicle leaves and returns', E ?? tripWorkflow, tripPlace),
  workflowDocument('Movement I: a foreign vehicle enters and leaves', I ?? tripWorkflow, tripPlace),
].join('\n');

it('WORKFLOWS.md says what the table says', () => {
  if (process.env.WRITE_DOCUMENTS) writeFileSync(file, made);
  expect(readFileSync(file, 'utf8')).toBe(made);
});
