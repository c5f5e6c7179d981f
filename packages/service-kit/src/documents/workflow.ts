/** A workflow is a table. One evaluator serves both what is offered and what is accepted. */
import type { ActionKind, ContractClass, FieldError, OfferedAction } from '@portal/contract-kit';
import { type Actor, hasRole, isStaff } from '../auth/actor.ts';
import { conflict, forbidden, type ProblemError, unauthenticated } from '../http/problems.ts';

/** Where a document stands before its registration. */
export const NEW = 'NEW';

/** What the evaluator looks at; `ownerSub` is null for what the public registered. */
export interface Standing<Model> {
  id: string;
  documentStatus: string;
  ownerSub: string | null;
  model: Model;
}

export interface ActionRule<Status extends string, Model> {
  label: string;
  /** Statuses it may be done in; `NEW` before registration; `'*'` any but NEW. */
  from: readonly (Status | typeof NEW)[] | '*';
  /** Status after it; `unchanged` keeps it (still a new version, unless `kind` is download or navigate). */
  to: Status | 'unchanged' | ((model: Model, input: Readonly<Record<string, unknown>>, actor: Actor) => Status);
  /**
   * Any of these opens it: a role (`true` means `<prefix>-<action>`), ownership (of what the public registered: everyone who has the id; of what is new: the signed in who are not staff),
   * everyone (`'new'`: everyone before registration only).
   */
  who: { role?: true | string | readonly string[]; owner?: true; public?: true | 'new' };
  /** Screen modes that show it; `'*'` all. */
  modes: readonly string[];
  kind?: ActionKind;
  hideOnSubmit?: boolean;
  /** Leaves a document that has no serial reference without one: it is not registered yet. */
  draft?: true;
  /** A comment is required; a function asks the model and the action's input. */
  comment?: boolean | ((model: Model, input: Readonly<Record<string, unknown>>) => boolean);
  /** What the action's body may change; other fields of the body are dropped. */
  input?: ContractClass;
  /** Fields that the body does not name keep what is stored; without it a missing field is an emptied one. */
  partial?: true;
  /** Further conditions on the document (409 when false); not offered while false. */
  available?: (model: Model) => boolean;
  /** Further conditions on who acts: the refusal, or null. Not offered while refused. */
  refuse?: (model: Model, actor: Actor) => ProblemError | null;
  /** Applies the input to the model. Default: the input's fields replace the model's. */
  change?: (model: Model, input: Readonly<Record<string, unknown>>, context: { actor: Actor; now: Date }) => Model;
  /** Rules that the model must meet after the change (422). `contract` checks the whole document's contract too. */
  require?: readonly ('contract' | ((model: Model, input: Readonly<Record<string, unknown>>) => FieldError[]))[];
  /** Planned minutes, for the timeline. */
  estimatedMinutes?: number;
  /** Prints begun as soon as it is done. */
  render?: readonly string[];
  /** URL when it is not `<path>/<id>/actions/<action>`; `{id}` is replaced. */
  url?: string;
  method?: OfferedAction['method'];
}

export interface Workflow<Status extends string, Model> {
  statuses: readonly Status[];
  actions: Readonly<Record<string, ActionRule<Status, Model>>>;
  /** The main path: actions in order, each with the status it ends in. */
  mainPath: readonly { action: string; status: Status }[];
  /** The main path of one document, where the kind of document has several. */
  pathOf?(model: Model): readonly { action: string; status: Status }[];
}

export interface WorkflowPlace {
  /** `/v1/traveller/declaration` */
  path: string;
  /** `traveller-declaration` */
  rolePrefix: string;
  /** What a POST on the collection does; default `register`. */
  registerAction?: string;
}

const rolesOf = (rule: { who: { role?: true | string | readonly string[] } }, action: string, prefix: string): readonly string[] =>
  rule.who.role === undefined ? [] : rule.who.role === true ? [`${prefix}-${action}`] : typeof rule.who.role === 'string' ? [rule.who.role] : rule.who.role;

/** May this actor do it at all? */
function isFor<M>(rule: ActionRule<string, M>, action: string, prefix: string, standing: Standing<M> | null, actor: Actor): boolean {
  if (rule.who.public === true || (rule.who.public === 'new' && standing === null)) return true;
  if (hasRole(actor, ...rolesOf(rule, action, prefix))) return true;
  if (!rule.who.owner) return false;
  return standing === null ? actor.sub !== null && !isStaff(actor) : standing.ownerSub === null || standing.ownerSub === actor.sub;
}

/** May it be done where the document stands? */
function isOpen<M>(rule: ActionRule<string, M>, standing: Standing<M> | null): boolean {
  const open = rule.from === '*' ? standing !== null : rule.from.includes(standing?.documentStatus ?? NEW);
  return open && (!standing || !rule.available || rule.available(standing.model));
}

/**
 * Why the action is refused now, or null when it may be done.
 * @param standing null before registration
 */
export function refusalOf<S extends string, M>(
  workflow: Workflow<S, M>,
  place: WorkflowPlace,
  action: string,
  standing: Standing<M> | null,
  actor: Actor,
): ProblemError | null {
  const rule = Object.hasOwn(workflow.actions, action) ? (workflow.actions[action] as ActionRule<string, M>) : undefined;
  if (!rule) return conflict('ACTION_NOT_ALLOWED', `There is no action ${action}`);
  if (!isFor(rule, action, place.rolePrefix, standing, actor)) return actor.sub === null ? unauthenticated() : forbidden();
  if (!isOpen(rule, standing))
    return conflict('ACTION_NOT_ALLOWED', `${rule.label} is not possible while the document is ${standing?.documentStatus ?? 'not registered'}`);
  return standing && rule.refuse ? rule.refuse(standing.model, actor) : null;
}

/** The actions that this actor may do now. */
export function offeredActions<S extends string, M>(
  workflow: Workflow<S, M>,
  place: WorkflowPlace,
  standing: Standing<M> | null,
  actor: Actor,
): OfferedAction[] {
  return Object.entries(workflow.actions).flatMap(([name, rule]) => {
    // The same questions as above; a refusal that nobody reads is not made.
    if (!isFor(rule, name, place.rolePrefix, standing, actor) || !isOpen(rule, standing)) return [];
    if (standing && rule.refuse?.(standing.model, actor)) return [];
    const url =
      rule.url ??
      (standing ? `${place.path}/{id}/actions/${name}` : name === (place.registerAction ?? 'register') ? `${place.path}/` : `${place.path}/actions/${name}`);
    return [
      {
        name,
        label: rule.label,
        method: rule.method ?? (rule.kind === 'download' || rule.kind === 'navigate' ? ('GET' as const) : ('POST' as const)),
        url: url.replace('{id}', standing?.id ?? ''),
        modes: [...rule.modes],
        kind: rule.kind ?? 'submit',
        hideOnSubmit: rule.hideOnSubmit ?? false,
        commentRequired: rule.comment === true,
      },
    ];
  });
}
