/** Renders a workflow as a page to read: its diagram and the matrix of its actions, generated from the table itself. */
import { type ActionRule, NEW, type Workflow, type WorkflowPlace } from './workflow.ts';

type AnyRule = ActionRule<string, never>;

const nodeOf = (status: string): string => (status === NEW ? '[*]' : status.replace(/\W+/g, '_'));

function whoOf({ who }: AnyRule, action: string, place: WorkflowPlace): string {
  const roles = who.role === undefined ? [] : who.role === true ? [`${place.rolePrefix}-${action}`] : [who.role].flat();
  return [...(who.public ? ['everyone'] : []), ...(who.owner ? ['its owner'] : []), ...roles.map((r) => `\`${r}\``)].join(', ');
}

/** Returns the Markdown of one workflow, or of one path of it. */
export function workflowDocument<S extends string, M>(title: string, workflow: Workflow<S, M>, place: WorkflowPlace): string {
  const rules = Object.entries(workflow.actions) as unknown as [string, AnyRule][];
  const endsIn = (rule: AnyRule, from: string): readonly string[] =>
    typeof rule.to === 'function' || rule.to === 'previous' ? (rule.outcomes ?? []) : [rule.to === 'unchanged' ? from : rule.to];
  const fromOf = (rule: AnyRule): readonly string[] => (rule.from === '*' ? workflow.statuses : rule.from);
  const changing = rules.filter(([, rule]) => rule.kind === undefined || rule.kind === 'submit');
  const arrows = changing.flatMap(([action, rule]) =>
    fromOf(rule).flatMap((from) => endsIn(rule, from).map((to) => `    ${nodeOf(from)} --> ${nodeOf(to)}: ${action}`)),
  );
  const named = workflow.statuses.filter((s) => nodeOf(s) !== s).map((s) => `    state "${s}" as ${nodeOf(s)}`);
  const rows = rules.map(([action, rule]) => {
    const to = typeof rule.to === 'function' ? (rule.outcomes ?? ['by its input']).join(', ') : rule.to;
    const needed = rule.comment === true || rule.undoes ? 'yes' : rule.comment ? 'depends' : '';
    const comment = [needed, rule.toApplicant ? `to the applicant${typeof rule.toApplicant === 'object' ? ` (${rule.toApplicant.join(', ')})` : ''}` : '']
      .filter(Boolean)
      .join(', ');
    return `| ${action} | ${rule.label.en} | ${rule.from === '*' ? 'any' : rule.from.join(', ')} | ${to} | ${whoOf(rule, action, place)} | ${rule.differentFrom?.join(', ') ?? ''} | ${rule.modes.join(', ')} | ${rule.kind ?? 'submit'} | ${comment} | ${rule.estimatedMinutes ?? ''} |`;
  });
  return [
    `## ${title}`,
    '',
    `Main path: ${workflow.mainPath.map((s) => `${s.action} → ${s.status}`).join(', ')}.`,
    ...(workflow.secondOfficer ? ['', `While they are available, these actions are due before the next step: ${workflow.secondOfficer.join(', ')}.`] : []),
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...named,
    ...new Set(arrows),
    '```',
    '',
    '| action | label | from | to | who | not by the person who did | modes | kind | comment | planned minutes |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
