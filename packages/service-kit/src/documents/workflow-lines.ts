/** Renders a workflow as lines of text, so that a test can compare it with a table written by hand. */
import type { ActionRule, Workflow } from './workflow.ts';

/**
 * Returns one line for each action: name | from | to | who | modes | kind | further conditions, such as `input X; comment; not who did verification`.
 * @param rolePrefix prefix that is omitted from the names of roles: `-read`
 */
export function workflowLines<S extends string, M>(workflow: Workflow<S, M>, rolePrefix: string): string[] {
  return Object.entries(workflow.actions as unknown as Record<string, ActionRule<string, never>>).map(([name, rule]) => {
    const { who } = rule;
    const roles = who.role === true ? [`-${name}`] : [who.role ?? []].flat().map((role) => role.replace(rolePrefix, ''));
    const more = [
      rule.input && `input ${rule.input.name}${rule.partial ? ', partial' : ''}`,
      rule.require && `needs ${rule.require.map((check) => (check === 'contract' ? 'contract' : 'its rules')).join(' and ')}`,
      rule.change && 'changes by its own rule',
      rule.hold && 'waits for a second officer',
      rule.makes && `makes a document that is ${rule.makes.status}`,
      rule.available && 'where available',
      rule.refuse && 'may be refused',
      rule.comment && (rule.comment === true ? 'comment' : 'comment by its own rule'),
      rule.toApplicant && `to the applicant${typeof rule.toApplicant === 'object' ? ` (${rule.toApplicant.join(', ')})` : ''}`,
      rule.differentFrom && `not who did ${rule.differentFrom.join(', ')}`,
      rule.undoes && `undoes ${rule.undoes.join(', ')}`,
      rule.draft && 'draft',
      rule.hideOnSubmit && 'hidden once submitted',
      rule.render && `begins ${rule.render.join(', ')}`,
    ].filter(Boolean);
    return [
      name,
      rule.from === '*' ? '*' : rule.from.join(', '),
      typeof rule.to === 'function' ? 'by its own rule' : rule.to,
      [who.public && (who.public === 'new' ? 'new' : 'public'), who.finder && 'finder', ...roles, who.owner && 'owner'].filter(Boolean).join(' '),
      rule.modes.join(' '),
      rule.kind ?? 'submit',
      more.join('; '),
    ]
      .join(' | ')
      .trim();
  });
}
