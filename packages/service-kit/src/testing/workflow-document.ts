/** For tests only: the page `WORKFLOWS.md` of a service, which is generated from its workflow tables. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Workflow, type WorkflowPlace, workflowDocument } from '../index.ts';

export interface DocumentedWorkflow {
  title: string;
  // biome-ignore lint/suspicious/noExplicitAny: any kind of document
  workflow: Workflow<any, any>;
  place: WorkflowPlace;
}

/**
 * Tests that `WORKFLOWS.md` agrees with the workflow tables, and that each main path leads from NEW to its end. With `WRITE_DOCUMENTS=1` it writes the file.
 * @param page the service, and the lines before the workflows
 */
export function testsWorkflowDocument(
  page: { service: string; heading: string; source: string; note?: string },
  workflows: readonly DocumentedWorkflow[],
): void {
  const { service, heading, source, note } = page;
  const file = join(process.cwd(), service, 'WORKFLOWS.md');
  const made = [
    `# ${heading}`,
    '',
    `Made from ${source}. After a change: \`WRITE_DOCUMENTS=1 npx jest ${service}/src/workflow-document\`.`,
    ...(note ? [note] : []),
    '',
    ...workflows.map(({ title, workflow, place }) => workflowDocument(title, workflow, place)),
  ].join('\n');

  it('WORKFLOWS.md says what the workflow tables say', () => {
    if (process.env.WRITE_DOCUMENTS) writeFileSync(file, made);
    expect(readFileSync(file, 'utf8')).toBe(made);
  });

  it.each(workflows)('the main path of the workflow "$title" leads from NEW to its end', ({ workflow }) => {
    let from = 'NEW';
    for (const { action, status } of workflow.mainPath) {
      const rule = workflow.actions[action];
      expect(rule?.from).toContain(from);
      if (typeof rule?.to === 'string') expect(rule.to === 'unchanged' ? from : rule.to).toBe(status);
      from = status;
    }
  });
}
