/** The part of the staff manual about a kind of document. It is generated from the workflow table, so it changes with the table. */
import { type Bilingual, fieldsOf, type HelpAction, type HelpKind, type HelpStep, L } from '@portal/contract-kit';
import { type Actor, hasRole } from '../auth/actor.ts';
import type { AnyDefinition } from '../documents/document-definition.ts';
import { type ActionRule, NEW, type Workflow } from '../documents/workflow.ts';
import { rolesOf, undoMinutes } from '../documents/workflow-evaluator.ts';
import { type DocumentEvent, eventNames } from '../messages/message-events.ts';

type Rule = ActionRule<string, unknown>;

/** Maximum number of input fields that the manual lists. An action with more fields takes the whole document. */
const mostFields = 12;

/** Returns whether a caller may do anything with documents of a kind. */
export const worksOn = ({ rolePrefix }: Pick<AnyDefinition, 'rolePrefix'>, { roles }: Actor): boolean =>
  roles.some((role) => role.startsWith(`${rolePrefix}-`));

/** Returns what the manual tells a caller about a kind: the steps of its documents, and each action that the caller's roles allow. */
export function kindHelp(definition: AnyDefinition, actor: Actor): HelpKind {
  const workflow = definition.workflow as Workflow<string, unknown>;
  const { statusLabels, rolePrefix } = definition;
  const statusName = (status: string): Bilingual => (statusLabels as Record<string, Bilingual>)[status] ?? L(status, status);
  const actionName = (action: string): Bilingual => workflow.actions[action]?.label ?? L(action, action);
  const mayDo = (action: string, rule: Rule): boolean => hasRole(actor, ...rolesOf(rule, action, rolePrefix));
  const stepsOf = ({ mainPath, actions }: Workflow<string, unknown>): HelpStep[] =>
    mainPath.map(({ action, status }) => {
      const rule = actions[action];
      return {
        label: rule?.label ?? actionName(action),
        status: statusName(status),
        ...(rule?.estimatedMinutes ? { minutes: rule.estimatedMinutes } : {}),
        ...(rule && mayDo(action, rule) ? { mine: true as const } : {}),
      };
    });
  const describe = ([name, rule]: [string, Rule]): HelpAction => ({
    name,
    label: rule.label,
    from: rule.from === '*' ? null : rule.from.filter((status) => status !== NEW).map(statusName),
    to: endsOf(workflow, name, rule).map(statusName),
    ...(rule.from !== '*' && rule.from.includes(NEW) ? { begins: true as const } : {}),
    asks: asksFor(rule),
    ...(rule.comment || rule.undoes ? { comment: rule.comment === true || rule.undoes ? ('always' as const) : ('sometimes' as const) } : {}),
    ...(rule.toApplicant ? { applicantReads: true as const } : {}),
    notBy: (rule.differentFrom ?? []).map(actionName),
    ...(rule.undoes ? { undoes: { actions: rule.undoes.map(actionName), minutes: undoMinutes } } : {}),
    ...(rule.estimatedMinutes ? { minutes: rule.estimatedMinutes } : {}),
    tells: told(rule),
    ...(rule.kind === 'download' ? { download: true as const } : {}),
  });
  return {
    kind: definition.kind,
    path: definition.path,
    title: definition.title,
    ways: (workflow.paths ? Object.values(workflow.paths) : [workflow]).map(stepsOf),
    statuses: workflow.statuses.map(statusName),
    actions: (Object.entries(workflow.actions) as [string, Rule][]).filter(([name, rule]) => rule.kind !== 'navigate' && mayDo(name, rule)).map(describe),
    reminders: (definition.reminders ?? []).map(({ event }) => eventNames[event]),
  };
}

/** Returns the statuses that an action may lead to. Where several paths have the action, the statuses of all of them. */
function endsOf({ actions, paths }: Workflow<string, unknown>, name: string, rule: Rule): string[] {
  const rules = paths ? Object.values(paths).flatMap((path) => path.actions[name] ?? []) : [actions[name] ?? rule];
  const ends = rules.flatMap(({ to, outcomes }) => (typeof to === 'string' ? [to] : [...(outcomes ?? [])]));
  return [...new Set(ends)].filter((status) => status !== 'unchanged' && status !== 'previous');
}

function asksFor({ input }: Rule): Bilingual[] {
  const fields = input ? fieldsOf(input) : [];
  return fields.length > mostFields ? [] : fields.flatMap(({ label }) => label ?? []);
}

function told({ tells }: Rule): Bilingual[] {
  if (!tells) return [];
  const events = typeof tells === 'string' ? [tells] : Object.values(tells);
  return [...new Set(events as DocumentEvent[])].map((event) => eventNames[event]);
}
