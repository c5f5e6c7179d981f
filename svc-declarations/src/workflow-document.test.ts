import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workflowDocument } from '@portal/service-kit';
import { arrivalPlace, arrivalWorkflow } from './arrival/arrival.workflow.ts';
import { departurePlace, departureWorkflow } from './departure/departure.workflow.ts';

const file = join(process.cwd(), 'svc-declarations/WORKFLOWS.md');
const made = [
  '# Workflows of the declarations',
  '',
  'Made from the workflow tables in `src/*/*.workflow.ts`. After a change: `WRITE_DOCUMENTS=1 npx jest svc-declarations/src/workflow-document`.',
  '',
  workflowDocument('Departure declaration', departureWorkflow, departurePlace),
  workflowDocument('Arrival declaration', arrivalWorkflow, arrivalPlace),
].join('\n');

it('WORKFLOWS.md says what the tables say', () => {
  if (process.env.WRITE_DOCUMENTS) writeFileSync(file, made);
  expect(readFileSync(file, 'utf8')).toBe(made);
});

it.each([['departure', departureWorkflow] as const, ['arrival', arrivalWorkflow] as const])(
  'the main path of the %s workflow can be walked',
  (_name, workflow) => {
    const from: string[] = ['NEW'];
    for (const { action, status } of workflow.mainPath) {
      const rule = workflow.actions[action];
      expect(rule?.from).toContain(from.at(-1));
      if (typeof rule?.to === 'string') expect(rule.to).toBe(status);
      from.push(status);
    }
  },
);
