/** A workflow as a table. One evaluator serves both what is offered and what is accepted. */
import { createHash } from 'node:crypto';
import type { ActionKind, Bilingual, BlockedAction, ContractClass, DocumentActionEntry, Language, OfferedAction } from '@portal/contract-kit';
import { L } from '@portal/contract-kit';
import type { Access } from '../access/access.ts';
import { type Actor, hasRole, isStaff } from '../auth/actor.ts';
import type { CatalogueClient } from '../catalogue/catalogue-client.ts';
import { conflict, type Fault, forbidden, inWords, type ProblemError, unauthenticated } from '../http/problems.ts';
import type { ServiceSettings } from '../settings/settings.ts';

/** Where a document stands before its registration. */
export const NEW = 'NEW';
/** How long a decision can be undone. */
export const undoMinutes = 10;

/** What the evaluator looks at. */
export interface Standing<Model> {
  /** As the caller named the document: its id, or a key in its place. */
  id: string;
  documentStatus: string;
  model: Model;
  access: Access;
  now: Date;
}

/** What the evaluator reads of a model. */
interface Evaluated {
  id: string;
  actions?: readonly DocumentActionEntry[];
  doneBy?: Readonly<Record<string, string>>;
}

/** What a change may look at besides the document and the input. */
export interface ChangeContext {
  actor: Actor;
  now: Date;
  settings: ServiceSettings;
}

type Input = Readonly<Record<string, unknown>>;

/** A document that an action makes beside the one that it is done on: the application for a renewal. */
export interface MadeDocument<Status extends string, Model> {
  /** The status that it begins in. It is registered, with a reference of its own. */
  status: Status;
  /**
   * Its fields. They are then derived, looked up and checked as at a registration.
   * @param before the document that the action is done on
   * @param input the document as the body would have it
   */
  fields(before: Model, input: Input, context: { body: Input; blank: Partial<Model>; catalogues: CatalogueClient }): Promise<Partial<Model>>;
  /** What is wrong with the input. */
  errors?(before: Model, input: Input): Fault[];
  /** What the document that the action is done on holds of the new one. */
  link(made: Model): Partial<Model>;
  /** Prints of the new document that are begun at once. */
  render?: readonly string[];
}

export interface ActionRule<Status extends string, Model> {
  label: Bilingual;
  /** Statuses it may be done in; `NEW` before registration; `'*'` any but NEW. */
  from: readonly (Status | typeof NEW)[] | '*';
  /** Status after it; `unchanged` keeps it (still a new version, unless `kind` is download or navigate); `previous` for what undoes. */
  to: Status | 'unchanged' | 'previous' | ((model: Model, input: Readonly<Record<string, unknown>>, actor: Actor) => Status);
  /** The statuses that `to` may give, where it is a function: for WORKFLOWS.md. */
  outcomes?: readonly Status[];
  /**
   * Any of these opens it:
   * - `role`: staff of the document's agency with this role (`true` means `<prefix>-<action>`); before registration whoever holds it
   * - `owner`: the applicant (see access.ts); before registration the signed in who are not staff
   * - `public`: whoever may see the document; `'new'`: everyone, before registration only
   * - `finder`: with `public`, the holder of a finder's key too
   */
  who: { role?: true | string | readonly string[]; owner?: true; public?: true | 'new'; finder?: true };
  /** Four eyes: who last did one of these actions on the document may not do this one. */
  differentFrom?: readonly string[];
  /** Undoes the last action, where it is one of these: within ten minutes, by who did it or a supervisor. */
  undoes?: readonly string[];
  /** Screen modes that show it; `'*'` all. */
  modes: readonly string[];
  kind?: ActionKind;
  hideOnSubmit?: boolean;
  /** Leaves a document that has no serial reference without one: it is not registered yet. */
  draft?: true;
  /** A comment is required; a function asks the model, the action's input and the day. */
  comment?: boolean | ((model: Model, input: Readonly<Record<string, unknown>>, today: string) => boolean);
  /** The comment is written to the applicant, or only where the action led to one of these statuses. Other comments are for staff alone. */
  toApplicant?: boolean | readonly Status[];
  /** What the action's body may change; other fields of the body are dropped. */
  input?: ContractClass;
  /** Fields that the body does not name keep what is stored; without it a missing field is an emptied one. */
  partial?: true;
  /** Further conditions on the document (409 when false); not offered while false. */
  available?: (model: Model) => boolean;
  /** Further conditions on who acts: the refusal, or null. Not offered while refused. */
  refuse?: (model: Model, actor: Actor) => ProblemError | null;
  /** Applies the input to the model. Default: the input's fields replace the model's. */
  change?: (model: Model, input: Readonly<Record<string, unknown>>, context: ChangeContext) => Model;
  /** What is stored in place of the change once it is checked, where it waits for a second officer. */
  hold?: (before: Model, after: Model, context: ChangeContext & { action: string }) => Model;
  /** The action makes another document too, in the same transaction, and answers that one. `change` does not apply. */
  makes?: MadeDocument<Status, Model>;
  /** Rules that the model must meet after the change (422). `contract` checks the whole document's contract too. */
  require?: readonly ('contract' | ((model: Model, input: Readonly<Record<string, unknown>>) => Fault[]))[];
  /** Planned minutes, for the timeline. */
  estimatedMinutes?: number;
  /** Prints begun as soon as it is done. */
  render?: readonly string[];
  /**
   * URL where it is another than `<path>/<id>/actions/<action>`, `<path>/<id>/<action>` of a download, or `<path>/<id>/document` of a navigation;
   * `{id}` is replaced.
   */
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
  /** The workflow as each path sees it, where there are several: for WORKFLOWS.md. */
  paths?: Readonly<Record<string, Workflow<Status, Model>>>;
}

export interface WorkflowPlace {
  /** `/v1/traveller/declaration` */
  path: string;
  /** `traveller-declaration` */
  rolePrefix: string;
  /** What a POST on the collection does; default `register`. */
  registerAction?: string;
}

/** Whether the applicant may read the comment of an action that led to a status. */
export const isToApplicant = ({ toApplicant }: { toApplicant?: boolean | readonly string[] }, status: string): boolean =>
  typeof toApplicant === 'object' ? toApplicant.includes(status) : toApplicant === true;

/** Who did an action, only to be compared: nobody can be told from it. */
export const doerDigest = (documentId: string, sub: string): string => createHash('sha256').update(`${documentId} ${sub}`).digest('base64url').slice(0, 24);

const rolesOf = (rule: { who: { role?: true | string | readonly string[] } }, action: string, prefix: string): readonly string[] =>
  rule.who.role === undefined ? [] : rule.who.role === true ? [`${prefix}-${action}`] : typeof rule.who.role === 'string' ? [rule.who.role] : rule.who.role;

/** Whether the caller holds a role that opens any action of the workflow, in whatever status. */
export const holdsAnyRole = <S extends string, M>(workflow: Workflow<S, M>, { rolePrefix }: Pick<WorkflowPlace, 'rolePrefix'>, actor: Actor): boolean =>
  Object.entries<ActionRule<S, M>>(workflow.actions).some(
    ([name, rule]) => (rule.kind ?? 'submit') !== 'navigate' && rule.kind !== 'download' && hasRole(actor, ...rolesOf(rule, name, rolePrefix)),
  );

/** May this caller do it at all, by role, agency and relation to the document? */
function isFor<M>(rule: ActionRule<string, M>, action: string, prefix: string, standing: Standing<M> | null, actor: Actor): boolean {
  const { who } = rule;
  const hasTheRole = actor.roles.length > 0 && hasRole(actor, ...rolesOf(rule, action, prefix));
  if (standing === null) return who.public !== undefined || hasTheRole || (who.owner === true && actor.sub !== null && !isStaff(actor));
  const { access } = standing;
  if (who.public === true && (who.finder ? access.any : access.relations.some((r) => r !== 'finder'))) return true;
  if (hasTheRole && (access.acts('roles') || access.acts('portal'))) return true;
  return who.owner === true && access.acts('applicant');
}

/** The last action on a document, where it can still be undone by this rule. */
function isUndoable<M>(rule: ActionRule<string, M>, { model, now }: Standing<M>): boolean {
  const last = (model as Evaluated).actions?.at(-1);
  const undoes = rule.undoes as readonly string[];
  return last?.action !== undefined && undoes.includes(last.action) && now.getTime() - Date.parse(`${last.dateTime}Z`) <= undoMinutes * 60_000;
}

/** May it be done where the document stands? */
function isOpen<M>(rule: ActionRule<string, M>, standing: Standing<M> | null): boolean {
  const open = rule.from === '*' ? standing !== null : rule.from.includes(standing?.documentStatus ?? NEW);
  return open && (!standing || ((!rule.available || rule.available(standing.model)) && (!rule.undoes || isUndoable(rule, standing))));
}

/** Whether the caller is who last did this action on the document. */
function hasDone(model: Evaluated, action: string, actor: Actor): boolean {
  return actor.sub !== null && model.doneBy?.[action] === doerDigest(model.id, actor.sub);
}

/** Which of the actions that this one must be done by somebody else than, the caller has done last. */
function ownAction<M>(rule: ActionRule<string, M>, standing: Standing<M>, actor: Actor): string | undefined {
  return rule.differentFrom?.find((action) => hasDone(standing.model as Evaluated, action, actor));
}

const fourEyes = (workflow: Workflow<string, never>, own: string): Bilingual => {
  const label = workflow.actions[own]?.label ?? L(own, own);
  return L(`"${label.en}" was done by you: another officer must do this.`, `"${label.pt}" foi feito por si: outro funcionário tem de o fazer.`);
};

/** Whether a rule that undoes is this caller's: who did the action, or a supervisor. */
function mayUndo<M>(prefix: string, standing: Standing<M>, actor: Actor): boolean {
  const model = standing.model as Evaluated;
  return hasRole(actor, `${prefix}-supervise`) || hasDone(model, model.actions?.at(-1)?.action ?? '', actor);
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
  if (standing && !standing.access.any) return actor.sub === null ? unauthenticated() : forbidden();
  if (!rule) return conflict('ACTION_NOT_ALLOWED', L(`There is no action ${action}`, `Não existe a ação ${action}`));
  if (!isFor(rule, action, place.rolePrefix, standing, actor)) return actor.sub === null ? unauthenticated() : forbidden();
  if (!isOpen(rule, standing)) {
    const status = standing?.documentStatus;
    return conflict(
      'ACTION_NOT_ALLOWED',
      L(
        `${rule.label.en} is not possible while the document is ${status ?? 'not registered'}`,
        `${rule.label.pt} não é possível enquanto o documento está ${status ?? 'por registar'}`,
      ),
    );
  }
  if (!standing) return null;
  if (rule.undoes && !mayUndo(place.rolePrefix, standing, actor)) return forbidden();
  const own = ownAction(rule, standing, actor);
  if (own) return forbidden(fourEyes(workflow as never, own), 'FOUR_EYES');
  return rule.refuse?.(standing.model, actor) ?? null;
}

/** Where an action is sent, a download is fetched, or the document is loaded that a navigation shows. */
function defaultUrl({ path, registerAction = 'register' }: WorkflowPlace, name: string, kind: ActionKind | undefined, registered: boolean): string {
  if (kind === 'download') return `${path}/{id}/${name}`;
  if (kind === 'navigate') return `${path}/{id}/document`;
  return registered ? `${path}/{id}/actions/${name}` : name === registerAction ? `${path}/` : `${path}/actions/${name}`;
}

/** The actions that this actor may do now, in the reader's language. */
export function offeredActions<S extends string, M>(
  workflow: Workflow<S, M>,
  place: WorkflowPlace,
  standing: Standing<M> | null,
  actor: Actor,
  language: Language = 'en',
): OfferedAction[] {
  return Object.entries(workflow.actions).flatMap(([name, rule]) => {
    // The same questions as above; a refusal that nobody reads is not made.
    if (!isFor(rule, name, place.rolePrefix, standing, actor) || !isOpen(rule, standing)) return [];
    if (standing && ((rule.undoes && !mayUndo(place.rolePrefix, standing, actor)) || ownAction(rule, standing, actor) || rule.refuse?.(standing.model, actor)))
      return [];
    const url = rule.url ?? defaultUrl(place, name, rule.kind, standing !== null);
    return [
      {
        name,
        label: inWords(rule.label, language),
        method: rule.method ?? (rule.kind === 'download' || rule.kind === 'navigate' ? ('GET' as const) : ('POST' as const)),
        url: url.replace('{id}', standing?.id ?? ''),
        modes: [...rule.modes],
        kind: rule.kind ?? 'submit',
        hideOnSubmit: rule.hideOnSubmit ?? false,
        commentRequired: rule.comment === true || rule.undoes !== undefined,
        ...(rule.toApplicant ? { toApplicant: true } : {}),
      },
    ];
  });
}

/** The actions that this actor's role allows, but another officer must do. */
export function blockedActions<S extends string, M>(
  workflow: Workflow<S, M>,
  place: WorkflowPlace,
  standing: Standing<M>,
  actor: Actor,
  language: Language = 'en',
): BlockedAction[] {
  return Object.entries(workflow.actions).flatMap(([name, rule]) => {
    if (!rule.differentFrom || !isFor(rule, name, place.rolePrefix, standing, actor) || !isOpen(rule, standing)) return [];
    const own = ownAction(rule, standing, actor);
    if (!own) return [];
    const message = inWords(fourEyes(workflow as never, own), language);
    return [{ name, label: inWords(rule.label, language), modes: [...rule.modes], code: 'FOUR_EYES' as const, message }];
  });
}
