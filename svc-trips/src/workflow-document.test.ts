import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ActionRule, type Workflow, workflowDocument } from '@portal/service-kit';
import { type Movement, paths, type TripDocument, type TripDocumentStatus } from '../contract/index.ts';
import { path, rolePrefix, tripWorkflow } from './trip/trip.workflow.ts';

const file = join(process.cwd(), 'svc-trips/WORKFLOWS.md');
type Rule = ActionRule<TripDocumentStatus, TripDocument>;

/** The table as one movement sees it: its own statuses, and each step from the one before it. */
function ofMovement(movement: Movement): Workflow<TripDocumentStatus, TripDocument> {
  const steps = paths[movement];
  const statuses: TripDocumentStatus[] = ['STORED', ...steps.map((s) => s.status), 'TERMINATED'];
  const actions = Object.entries(tripWorkflow.actions).flatMap(([name, rule]): [string, Rule][] => {
    const at = steps.findIndex((s) => s.action === name);
    const step = at > 0 ? { from: [(steps[at - 1] as { status: TripDocumentStatus }).status], to: (steps[at] as { status: TripDocumentStatus }).status } : {};
    const narrowed: Rule = { ...rule, ...step };
    const from = narrowed.from === '*' ? narrowed.from : narrowed.from.filter((s) => s === 'NEW' || statuses.includes(s));
    return from.length && (at >= 0 || typeof rule.to !== 'function') ? [[name, { ...narrowed, from }]] : [];
  });
  return { statuses, actions: Object.fromEntries(actions), mainPath: steps };
}

const made = [
  '# Workflow of the trips',
  '',
  'Made from the workflow table in `src/trip/trip.workflow.ts` and the paths in `contract/statuses.ts`. After a change: `WRITE_DOCUMENTS=1 npx jest svc-trips/src/workflow-document`.',
  'A paying step with nothing to pay is passed over.',
  '',
  workflowDocument('Movement E: a vehicle leaves and returns', ofMovement('E'), { path, rolePrefix }),
  workflowDocument('Movement I: a foreign vehicle enters and leaves', ofMovement('I'), { path, rolePrefix }),
].join('\n');

it('WORKFLOWS.md says what the table says', () => {
  if (process.env.WRITE_DOCUMENTS) writeFileSync(file, made);
  expect(readFileSync(file, 'utf8')).toBe(made);
});
